import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installation, workspace } from '@kushk/contracts';
import { newCredential } from '@kushk/credentials';
import { eventually, httpClient } from '@kushk/testing';
import { accepted } from '../../test/outcomes.js';
import { startGateway, type GatewayUnderTest } from '../../test/start-gateway.js';

const token = newCredential('ki');
const found = {
  organisation_id: 'org_1',
  installation: {
    ...{ installation_id: 'ins_1', plugin_id: 'ir.acme.a', version: '1.0.0', status: 'installed', plugin_api: '1.0' },
    ...{ scopes: ['records.own'], scopes_pending: [], plan: null },
  },
  page_origin: null,
};
const stored = { type: 'invoice', external_id: 'x', revision: 1, created_at: '2026-11-01T00:00:00Z' };
/** Of two such bodies, the gateway reads one at a time. */
const body = JSON.stringify({ data: { text: 'x'.repeat(600_000) } });

describe('large bodies', () => {
  let gateway: GatewayUnderTest;
  let mayReply: Promise<void>;
  let reply: () => void;

  beforeAll(async () => {
    gateway = await startGateway('instance');
    mayReply = new Promise((resolve) => (reply = resolve));
    await gateway.services.respond(installation.authenticateTokens, ({ tokens }) =>
      accepted({ results: tokens.map(() => ({ ...found, call_open: false }) as never) }),
    );
    await gateway.services.respond(workspace.putRecord, async () => {
      await mayReply;
      return accepted({ ...stored, updated_at: stored.created_at, created: true });
    });
  });
  afterAll(() => gateway.stop());

  const path = (id: string): string => `/i/ins_1/plugin/v1/records/invoice/${id}`;
  const received = (): readonly string[] =>
    gateway.services.requestsOf(workspace.putRecord).map(({ external_id }) => external_id);

  /** Sends a record, and closes the connection when the service has received it. */
  async function sendAndLeave(id: string): Promise<void> {
    const socket = connect(gateway.port, '127.0.0.1');
    const head = `PUT ${path(id)} HTTP/1.1\r\nhost: a.test\r\nauthorization: Bearer ${token}\r\n`;
    socket.write(`${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    await eventually(() => received().includes(id));
    socket.destroy();
  }

  it('wait for those that a service still handles, also when their clients have left', async () => {
    await sendAndLeave('first');
    const send = httpClient(gateway.port, { authorization: `Bearer ${token}` });
    const second = send(path('second'), { method: 'PUT', body });
    // The second body would have arrived long before so many other requests.
    for (let request = 0; request < 100; request += 1) await send('/health/live');
    expect(received()).toEqual(['first']);
    reply();
    expect((await second).status).toBe(201);
    expect(received()).toEqual(['first', 'second']);
  });
});

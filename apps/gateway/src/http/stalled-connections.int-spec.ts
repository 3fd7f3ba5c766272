import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogue, hubAudit, type AuditEntry } from '@kushk/contracts';
import { eventually, type HttpClient } from '@kushk/testing';
import { accepted } from '../../test/outcomes.js';
import { signedIn, startGateway, type GatewayUnderTest } from '../../test/start-gateway.js';

const AUDIT = '/operator/v1/audit';
/** Two such replies are more than one tenant may let the gateway hold, and each is more than a connection buffers. */
const large: AuditEntry = {
  id: `aud_${'0'.repeat(26)}`,
  at: '2026-11-22T10:00:00.000Z',
  actor: { kind: 'staff', id: 'olga', name: 'Olga' },
  action: 'publisher.added',
  subject: { type: 'publisher', id: 'p', name: null },
  installation_id: null,
  details: { note: 'x'.repeat(7_000_000) },
};

const STALLED_MS = 3_000;

describe('a connection without traffic', () => {
  let gateway: GatewayUnderTest;
  let operator: HttpClient;
  const stalled: Socket[] = [];

  beforeAll(async () => {
    gateway = await startGateway('hub', {}, { stalledConnectionMs: STALLED_MS });
    await gateway.services.respond(catalogue.authenticateStaff, ({ subject }) =>
      accepted({ subject, roles: ['operator'], name: 'Olga' }),
    );
    await gateway.services.respond(hubAudit.review, () => accepted({ items: [], searched_to: null }));
    operator = await signedIn(gateway, 'olga');
  });
  afterAll(async () => {
    for (const socket of stalled) socket.destroy();
    await gateway.stop();
  });

  /** Sends a request, reads the beginning of the response and nothing more. */
  async function stall(): Promise<void> {
    const socket = connect(gateway.port, '127.0.0.1');
    socket.on('error', () => undefined);
    stalled.push(socket);
    const authorization = `Bearer ${await gateway.signIn.token('olga')}`;
    socket.write(`GET ${AUDIT} HTTP/1.1\r\nhost: hub.test\r\nauthorization: ${authorization}\r\n\r\n`);
    await new Promise<void>((resolve) => {
      socket.once('readable', resolve);
    });
  }

  it('stays open while the client waits for the response', async () => {
    const end = await gateway.services.respond(hubAudit.catalogue, async () => {
      await sleep(STALLED_MS + 500);
      return accepted({ items: [], searched_to: null });
    });
    expect((await operator(AUDIT)).status).toBe(200);
    await end();
  });

  it('ends when the client does not read, which frees the room for replies', async () => {
    await gateway.services.respond(hubAudit.catalogue, () => accepted({ items: [large], searched_to: null }));
    const respondsWith = async (status: number): Promise<boolean> => (await operator(AUDIT)).status === status;
    // On a slow machine the first connection may end before the second one stalls.
    await eventually(async () => {
      await Promise.all([stall(), stall()]);
      return await respondsWith(503);
    });
    await eventually(() => respondsWith(200));
  });
});

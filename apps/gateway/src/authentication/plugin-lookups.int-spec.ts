import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BrokerConnection, ControlChannel, withLeases, withoutLeases } from '@kushk/broker';
import { controlMessages, installation, LEASE_MS, type InstallationSummary } from '@kushk/contracts';
import { hashCredential, newCredential } from '@kushk/credentials';
import { httpClient, statusAndCode } from '@kushk/testing';
import { accepted } from '../../test/outcomes.js';
import { PEPPER, startGateway, type GatewayUnderTest } from '../../test/start-gateway.js';

const token = newCredential('ki');
const summary: InstallationSummary = {
  installation_id: 'ins_01',
  plugin_id: 'ir.acme.a',
  version: '1.0.0',
  status: 'installed',
  delivery: 'push',
  plugin_api: '1.0',
  api_base: 'http://instance.test/i/ins_01/plugin/v1',
  scopes: [],
  scopes_pending: [],
  settings_revision: 1,
  plan: null,
  locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' },
  machine_user: { id: 'mus_1' },
  installed_at: null,
  token: { last4: 'abcd' },
};

describe.each([
  { name: 'with leases', protocol: withLeases },
  { name: 'without leases', protocol: withoutLeases },
])('the lookups of a gateway, $name', ({ protocol }) => {
  let gateway: GatewayUnderTest;
  let stopping: Promise<void> | undefined;
  let service: BrokerConnection;
  let valid: boolean;
  let lookups: number;
  const holders = new Set<string>();
  const left: string[] = [];

  beforeEach(async () => {
    [valid, lookups, stopping] = [true, 0, undefined];
    holders.clear();
    left.length = 0;
    gateway = await startGateway('instance', {}, { leases: protocol });
    service = await BrokerConnection.connect(gateway.natsUrl, 'service');
    await gateway.services.respond(installation.authenticateTokens, ({ tokens, lease_holder }) => {
      lookups += 1;
      if (lease_holder !== undefined) holders.add(lease_holder);
      const results = tokens.map(({ token_hash }) =>
        valid && token_hash === hashCredential(PEPPER, token)
          ? { organisation_id: 'org_1', installation: summary, page_origin: null, call_open: false }
          : null,
      );
      const leases_ms = results.map((result) => (result === null ? 0 : LEASE_MS));
      return accepted({ results, ...(lease_holder !== undefined && { leases_ms }) });
    });
    await gateway.services.respond(installation.endLeases, ({ lease_holder }) => {
      left.push(lease_holder);
      return accepted({});
    });
  });
  const stop = () => (stopping ??= gateway.stop());
  afterEach(async () => {
    await service.close();
    await stop();
  });

  /** The document is answered to every valid token. */
  const use = async (): Promise<string> => {
    const headers = { authorization: `Bearer ${token}` };
    return statusAndCode(await httpClient(gateway.port)('/i/ins_01/plugin/v1/openapi.json', { headers }));
  };

  it('accept a token until the service confirms its revocation, and no request after that', async () => {
    for (let n = 0; n < 5; n += 1) expect(await use()).toMatch(/^200/);
    valid = false;
    if (holders.size > 0)
      await new ControlChannel(service, { scope: 'i1' }).publishAcknowledged(
        controlMessages.tokensRevoked,
        { installation_ids: ['ins_01'] },
        { receivers: [...holders], timeoutMs: 30_000 },
      );
    expect(await use()).toBe('401 auth.token_invalid');
  });

  it('report to the service that a gateway stops, if the service has granted it leases', async () => {
    await use();
    expect(lookups).toBe(1);
    await stop();
    expect(left).toEqual([...holders]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogue, KEY_SCOPES, installation } from '@kushk/contracts';
import { hashCredential, newCredential } from '@kushk/credentials';
import { eventually, httpClient, statusAndCode } from '@kushk/testing';
import { accepted, refused } from '../../test/outcomes.js';
import { PEPPER, IN_PRODUCTION, startGateway, type GatewayUnderTest } from '../../test/start-gateway.js';

const good = newCredential('kp');
const key = {
  id: 'key_1',
  label: 'ci',
  last4: 'abcd',
  scopes: KEY_SCOPES,
  plugin_id: null,
  created_at: '2026-11-01T00:00:00Z',
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
};

async function start(more: Readonly<Record<string, string>> = {}): Promise<GatewayUnderTest> {
  const gateway = await startGateway('hub', { ...IN_PRODUCTION, ...more });
  await gateway.services.respond(catalogue.authenticateKey, ({ key_hash }) =>
    key_hash === hashCredential(PEPPER, good)
      ? accepted({ publisher: { id: 'acme', name: 'Acme' }, key })
      : refused('auth.publisher_key_invalid'),
  );
  return gateway;
}

/** Sends one request with a publisher key from an address behind a proxy. */
/** Repeats a request whose lookup a slow machine did not answer in time. Such a request is no failed authentication. */
async function me({ port }: GatewayUnderTest, secret: string, address: string) {
  const headers = { authorization: `Bearer ${secret}`, 'x-forwarded-for': address };
  const response = await eventually(async () => {
    const found = await httpClient(port)('/developer/v1/me', { headers });
    return found.status !== 503 && found;
  });
  return { outcome: statusAndCode(response), headers: response.headers };
}

describe('failed authentication in production', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await start({ KUSHK_TRUSTED_PROXIES: '127.0.0.0/8' });
  });
  afterAll(() => gateway.stop());

  it('stops reaching the service after 120 unknown keys of an address, while a key that works goes on', async () => {
    expect((await me(gateway, good, '2001:db8::1')).outcome).toBe('200 undefined');
    const lookups = () => gateway.services.requestsOf(catalogue.authenticateKey).length;
    const before = lookups();
    const attempts = await Promise.all(
      Array.from({ length: 200 }, (_, index) => me(gateway, newCredential('kp'), `2001:db8::${index.toString(16)}`)),
    );
    expect(new Set(attempts.map(({ outcome }) => outcome))).toEqual(
      new Set(['401 auth.publisher_key_invalid', '429 rate.limited']),
    );
    expect(lookups() - before).toBeGreaterThanOrEqual(120);
    expect(lookups() - before).toBeLessThan(200);
    expect(attempts.find(({ outcome }) => outcome.startsWith('429'))!.headers).toMatchObject({
      'retry-after': '1',
      'ratelimit-policy': '"failed_authentication";q=60;w=60;qb=120',
      ratelimit: '"failed_authentication";r=0;t=1',
    });
    expect((await me(gateway, good, '2001:db8::2')).outcome).toBe('200 undefined');
    expect((await me(gateway, newCredential('kp'), '2001:db8:0:1::1')).outcome).toBe('401 auth.publisher_key_invalid');
  });

  it('counts the address of the connection when no proxy is trusted', async () => {
    const untrusting = await start({});
    try {
      const attempts = await Promise.all(
        Array.from({ length: 200 }, (_, index) => me(untrusting, newCredential('kp'), `203.0.113.${index}`)),
      );
      expect(attempts.map(({ outcome }) => outcome)).toContain('429 rate.limited');
    } finally {
      await untrusting.stop();
    }
  });

  it('is not used up by the preflight requests of any page that a person behind the address opens', async () => {
    const instance = await startGateway('instance', IN_PRODUCTION);
    try {
      await instance.services.respond(installation.authenticateTokens, ({ tokens }) =>
        accepted({ results: tokens.map(() => null) }),
      );
      const client = httpClient(instance.port);
      const path = '/i/ins_1/plugin/v1/installation';
      const preflight = () => client(path, { method: 'OPTIONS', headers: { origin: 'https://any.example' } });
      const preflights = await Promise.all(Array.from({ length: 200 }, preflight));
      expect(new Set(preflights.map(({ status }) => status))).toEqual(new Set([204, 429]));
      const response = await client(path, { headers: { authorization: `Bearer ${newCredential('ki')}` } });
      expect(statusAndCode(response)).toBe('401 auth.token_invalid');
    } finally {
      await instance.stop();
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TrustResource } from '@kushk/contracts';
import { httpClient, statusAndCode } from '@kushk/testing';
import { startTokenIssuer, type Signing, type TokenIssuer } from '@kushk/testing/token-issuer';
import { generateKeyPair, UnsecuredJWT, type JWTPayload } from 'jose';
import { startHub, type HubHarness } from './hub-harness.js';

const TRUSTS = '/operator/v1/publishers/acme/trusts';
const AUDIENCE = 'https://hub.example';
const PLUGIN = 'ir.acme.invoices';
const CLAIMS = {
  repository: 'acme/invoices',
  repository_id: '74',
  ref: 'refs/heads/main',
  sub: 'repo:acme/invoices:ref:refs/heads/main',
};

let hub: HubHarness;
let issuer: string;
let ci: TokenIssuer;
let keys: TokenIssuer['keys'];
let trust: TrustResource;

beforeAll(async () => {
  ci = await startTokenIssuer();
  ({ issuer, keys } = ci);
  hub = await startHub();
  trust = await addTrust();
});
afterAll(async () => {
  await hub?.stop();
  await ci?.stop();
});

async function addTrust(changes: object = {}): Promise<TrustResource> {
  const body = {
    issuer,
    audience: AUDIENCE,
    claims: CLAIMS,
    plugin_id: PLUGIN,
    scopes: ['read', 'submit'],
    ...changes,
  };
  const added = await hub.staff(TRUSTS, { json: body });
  expect(statusAndCode(added)).toBe('201 undefined');
  return added.json as unknown as TrustResource;
}

const seconds = () => Math.floor(Date.now() / 1_000);
/** `undefined` leaves a claim out. */
type Changes = Readonly<Record<string, unknown>>;
let tokens = 0;
function claimsOf(changes: Changes = {}): JWTPayload {
  tokens += 1;
  return {
    iss: issuer,
    aud: AUDIENCE,
    iat: seconds(),
    exp: seconds() + 300,
    jti: `jti-${tokens}`,
    ...CLAIMS,
    ...changes,
  };
}
const tokenOf = (changes: Changes = {}, signing: Signing = {}) => ci.sign(claimsOf(changes), signing);
const exchange = (token: string, { gateway = 0, id = trust.id } = {}) =>
  hub.anyone(gateway)('/oidc/exchange', { json: { trust: id, token } });
async function keyOf(token: string, id = trust.id): Promise<string> {
  const exchanged = await exchange(token, { id });
  expect(statusAndCode(exchanged)).toBe('201 undefined');
  return exchanged.json['key'] as string;
}
const withKey = (key: string, gateway = 0) => httpClient(hub.ports[gateway]!, { authorization: `Bearer ${key}` });

describe('exchange of tokens', () => {
  it('issues a key for ten minutes to a token of RS256 or ES256, which no list of keys has', async () => {
    const exchanged = await exchange(await tokenOf());
    expect(exchanged.json).toEqual({ key: expect.stringMatching(/^kp_/), expires_at: expect.any(String) });
    const minutes = (Date.parse(exchanged.json['expires_at'] as string) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(9);
    expect(minutes).toBeLessThanOrEqual(10);
    const key = await keyOf(await tokenOf({}, { key: keys.ec, alg: 'ES256', kid: 'ec' }));
    const me = await withKey(key, 1)('/developer/v1/me');
    expect(me.json['key']).toMatchObject({ scopes: ['read', 'submit'], plugin_id: PLUGIN });
    const { id } = me.json['key'] as { id: string };
    const [listed, audit] = await Promise.all([
      hub.staff('/operator/v1/publishers/acme/keys'),
      hub.staff(`/operator/v1/audit?subject=${id}`),
    ]);
    expect(listed.text).not.toContain(id);
    expect(audit.json['items']).toMatchObject([{ action: 'key.issued', details: { trust_id: trust.id } }]);
  });

  it('refuses other plugins and scopes with the key', async () => {
    const client = withKey(await keyOf(await tokenOf()));
    const answers = await Promise.all([
      client('/developer/v1/releases', { json: { manifest: { id: 'ir.acme.notes' } } }),
      client('/developer/v1/releases/ir.acme.notes/1.0.0'),
      client('/developer/v1/usage'),
      client(`/developer/v1/releases/${PLUGIN}/1.0.0/withdraw`, { json: { reason: 'x' } }),
      client('/operator/v1/publishers'),
    ]);
    expect(answers.map(statusAndCode)).toEqual([
      '404 catalogue.plugin_not_found',
      '404 catalogue.release_not_found',
      '403 auth.scope_missing',
      '403 auth.scope_missing',
      '401 auth.token_invalid',
    ]);
  });

  it('accepts a token once, over two gateways, also when its signature is another one', async () => {
    const token = await tokenOf();
    const withoutId = claimsOf({ jti: undefined });
    const sign = () => ci.sign(withoutId, { key: keys.ec, alg: 'ES256', kid: 'ec' });
    for (const [first, second] of [
      [token, token],
      [await sign(), await sign()],
    ] as const) {
      const answers = await Promise.all(
        [0, 1, 0, 1].map((gateway, at) => exchange(at < 2 ? first : second, { gateway })),
      );
      expect(answers.map(statusAndCode).sort()).toEqual([
        '201 undefined',
        ...Array(3).fill('401 auth.exchange_refused'),
      ]);
    }
  });

  it('refuses every wrong token with one and the same answer', async () => {
    const unsigned = new UnsecuredJWT(claimsOf()).encode();
    const publicKey = new TextEncoder().encode(JSON.stringify(await (await fetch(`${issuer}/jwks`)).json()));
    const wrong: Readonly<Record<string, string | Promise<string>>> = {
      issuer: tokenOf({ iss: 'https://token.actions.githubusercontent.com' }),
      audience: tokenOf({ aud: 'https://other.example' }),
      subject: tokenOf({ sub: 'repo:acme/invoices:pull_request' }),
      branch: tokenOf({ ref: 'refs/heads/feature' }),
      fork: tokenOf({ repository: 'stranger/invoices', repository_id: '99' }),
      'renamed repository': tokenOf({ repository_id: '99' }),
      'missing claim': tokenOf({ ref: undefined }),
      expired: tokenOf({ exp: seconds() - 60 }),
      'no expiry': tokenOf({ exp: undefined }),
      old: tokenOf({ iat: seconds() - 660, exp: seconds() + 300 }),
      'no time of issue': tokenOf({ iat: undefined }),
      'clock ahead': tokenOf({ iat: seconds() + 120 }),
      'not yet valid': tokenOf({ nbf: seconds() + 120 }),
      'alg none': unsigned,
      'other key': tokenOf({}, { key: (await generateKeyPair('RS256')).privateKey }),
      'unknown kid': tokenOf({}, { kid: 'unknown' }),
      'key of another algorithm': tokenOf({}, { key: keys.ec, alg: 'ES256' }),
      'public key as a secret': tokenOf({}, { key: publicKey, alg: 'HS256' }),
      'no token': 'x',
    };
    const answers = await Promise.all(
      Object.values(wrong).map(async (token, index) => exchange(await token, { gateway: index % 2 })),
    );
    answers.push(await exchange(await tokenOf(), { id: 'tru_00000000000000000000000000' }));
    const [first, ...others] = answers.map(({ status, text, json }) => ({
      status,
      text: text.replace(String(json['request_id']), ''),
    }));
    expect(statusAndCode(answers[0]!)).toBe('401 auth.exchange_refused');
    for (const other of others) expect(other).toEqual(first);
  });

  it('ends the keys with their trust, at once on every gateway', async () => {
    const short = await addTrust();
    const key = await keyOf(await tokenOf(), short.id);
    expect((await withKey(key, 1)('/developer/v1/me')).status).toBe(200);
    expect((await hub.staff(`${TRUSTS}/${short.id}`, { method: 'DELETE' })).status).toBe(204);
    const answers = await Promise.all([
      withKey(key)('/developer/v1/me'),
      withKey(key, 1)('/developer/v1/me'),
      exchange(await tokenOf(), { id: short.id, gateway: 1 }),
    ]);
    expect(answers.map(statusAndCode)).toEqual([
      '401 auth.publisher_key_invalid',
      '401 auth.publisher_key_invalid',
      '401 auth.exchange_refused',
    ]);
    const listed = (await hub.staff(TRUSTS)).json['items'] as readonly TrustResource[];
    expect(listed.find(({ id }) => id === short.id)?.ended_at).toEqual(expect.any(String));
  });

  it.each([
    ['another publisher', '/operator/v1/publishers/nobody/trusts', '404 publisher.not_found'],
    ['a trust that does not exist', `${TRUSTS}/tru_nothing`, '404 trust.not_found'],
  ])('answers 404 for %s', async (_name, path, expected) => {
    const method = path.includes('tru_') ? 'DELETE' : 'GET';
    expect(statusAndCode(await hub.staff(path, { method }))).toBe(expected);
  });

  it('adds no trust with an issuer of a private network', async () => {
    const body = { audience: AUDIENCE, claims: CLAIMS, plugin_id: PLUGIN, scopes: ['read'] };
    for (const address of ['https://10.0.0.1', 'http://token.example', 'https://169.254.169.254'])
      expect(statusAndCode(await hub.staff(TRUSTS, { json: { ...body, issuer: address } }))).toBe(
        '422 request.invalid',
      );
  });
});

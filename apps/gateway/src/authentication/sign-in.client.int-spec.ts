import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readiness } from '@kushk/runtime';
import { AUDIENCE, eventually, SignInProvider } from '@kushk/testing';
import { SignInClient } from './sign-in.client.js';

let provider: SignInProvider;
let client: SignInClient;
beforeEach(async () => {
  provider = await SignInProvider.start();
  client = new SignInClient({ issuer: provider.issuer, audience: AUDIENCE });
});
afterEach(() => provider.stop());

/** A token with everything that an access token needs, and `claims`. */
function sign(claims: Readonly<Record<string, unknown>>, typ?: string): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const required = { iss: provider.issuer, aud: [AUDIENCE, 'kushk-i1'], sub: 'sara', iat: now, exp: now + 60 };
  return provider.sign({ ...required, ...claims }, typ === undefined ? {} : { typ });
}

describe('a bearer token of the sign-in provider', () => {
  it.each([undefined, 'JWT', 'at+jwt', 'application/at+jwt', 'AT+JWT'])('is accepted with the type %s', async (typ) => {
    expect(await client.identify(await sign({}, typ))).toMatchObject({ subject: 'sara' });
  });

  it.each([
    [1_900_000_000, '2030-03-17T17:46:40.000Z'],
    [undefined, '1970-01-01T00:00:00.000Z'],
  ])('was issued at its `iat`, and without one before every sign-out: %s', async (iat, issued_at) => {
    expect(await client.identify(await sign({ iat, exp: 2_000_000_000 }))).toMatchObject({ issued_at });
  });

  it.each([
    ['a logout token', {}, 'logout+jwt'],
    ['a logout token without a type', { events: {} }, undefined],
    ['an ID token with a nonce', { nonce: 'n' }, 'JWT'],
    ['an ID token with the hash of its access token', { at_hash: 'h' }, undefined],
    ['an ID token with the hash of its code', { c_hash: 'h' }, undefined],
    ['a token of another kind', {}, 'dpop+jwt'],
  ])('is refused when it is %s, although the audience is right', async (_kind, claims, typ) => {
    await expect(client.identify(await sign(claims, typ))).rejects.toMatchObject({ code: 'auth.token_invalid' });
  });

  it('needs the type of an access token once the provider has sent it', async () => {
    await client.identify(await sign({}, 'at+jwt'));
    await expect(client.identify(await sign({}, 'JWT'))).rejects.toMatchObject({ code: 'auth.token_invalid' });
  });
});

describe('readiness', () => {
  it('reports within seconds that the provider is down, while tokens are verified with its cached keys', async () => {
    const token = await sign({});
    await client.identify(token);
    expect(await readiness()).toMatchObject({ status: 'ready', checks: { sign_in: 'ok' } });
    await provider.stop();
    const status = await eventually(async () => {
      const { status, checks } = await readiness();
      return checks['sign_in'] !== 'ok' && status;
    }, 30_000);
    expect(status).toBe('degraded');
    expect(await client.identify(token)).toMatchObject({ subject: 'sara' });
  });
});

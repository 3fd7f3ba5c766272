/** Tokens of the sign-in provider: what is no access token, and what a logout ends. */
import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT, type JWTPayload } from 'jose';
import { subjectOf } from '../../../run/sign-in/accounts.js';
import { audiences } from '../../../run/sign-in/provider-names.js';
import { each, expectSeen, type Attack, type Gateways } from './attack.js';
import { call, verdictOf } from './http.js';
import type { ProductionSystem } from './production-system.js';

const clientId = 'kushk-i1';
const logoutEvents = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const invalid = '401 auth.token_invalid';
const secondsNow = (): number => Math.floor(Date.now() / 1_000);
type Claims = Readonly<Record<string, unknown>>;

/** A token as the provider itself signs it. A claim of undefined is absent. */
async function signed({ issuer, secrets }: Gateways, claims: Claims, header: Claims = {}): Promise<string> {
  const { signingKey } = secrets.signIn;
  const now = secondsNow();
  const all = { iss: issuer, iat: now, exp: now + 120, jti: randomUUID(), ...claims };
  const payload = JSON.parse(JSON.stringify(all)) as JWTPayload;
  const protectedHeader = { alg: 'ES256', kid: signingKey.kid as string, typ: 'at+jwt', ...header };
  return await new SignJWT(payload)
    .setProtectedHeader(protectedHeader)
    .sign(await importJWK({ ...signingKey }, 'ES256'));
}

const meOf = ({ instance }: Gateways, token: string): Promise<string> =>
  verdictOf('GET', `${instance}/instance/v1/me`, { token });

async function logout(system: ProductionSystem, claims: Claims): Promise<string> {
  const token = await signed(system, { aud: clientId, events: logoutEvents, ...claims }, { typ: 'logout+jwt' });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status } = await call('POST', `${system.instance}/session/backchannel-logout`, {
    raw: `logout_token=${token}`,
    headers,
  });
  return String(status);
}

export const otherKinds: Attack<Gateways> = {
  name: 'neither a logout token nor an ID token is an access token, whatever audience it names',
  plantedDefect: 'any-kind-of-token',
  run: async (system) => {
    const claims = { aud: [clientId, audiences.instance], sub: subjectOf('member') };
    return expectSeen(
      {
        'logout token': await meOf(
          system,
          await signed(system, { ...claims, events: logoutEvents }, { typ: 'logout+jwt' }),
        ),
        'logout token as JWT': await meOf(
          system,
          await signed(system, { ...claims, events: logoutEvents }, { typ: 'JWT' }),
        ),
        'ID token': await meOf(system, await signed(system, { ...claims, nonce: 'n' }, { typ: 'JWT' })),
        'ID token as at+jwt': await meOf(system, await signed(system, { ...claims, nonce: 'n' })),
      },
      invalid,
    );
  },
};

const otherAudience: Attack = {
  name: 'no token of another audience, issuer or time, unsigned or with a changed payload, is accepted',
  plantedDefect: 'any-audience',
  run: async (system) => {
    const claims = { aud: audiences.instance, sub: subjectOf('member') };
    const good = await signed(system, claims);
    const [header = '', , signature = ''] = good.split('.');
    const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const admin = encoded({ iss: system.issuer, exp: secondsNow() + 60, ...claims, sub: subjectOf('admin') });
    return expectSeen(
      {
        'of the hub': await meOf(system, await signed(system, { ...claims, aud: audiences.hub })),
        'other audience': await meOf(system, await signed(system, { ...claims, aud: 'urn:other' })),
        'other issuer': await meOf(system, await signed(system, { ...claims, iss: 'https://evil.example' })),
        expired: await meOf(system, await signed(system, { ...claims, exp: secondsNow() - 60 })),
        'without an end': await meOf(system, await signed(system, { ...claims, exp: undefined })),
        'alg none': await meOf(system, `${encoded({ alg: 'none', typ: 'at+jwt' })}.${admin}.`),
        'changed payload': await meOf(system, `${header}.${admin}.${signature}`),
      },
      invalid,
    );
  },
};

const invalidLogouts: Attack = {
  name: 'an invalid logout token ends no session',
  plantedDefect: 'any-logout-token',
  run: async (system) => {
    const sub = subjectOf('samira');
    const tokens: Readonly<Record<string, Claims>> = {
      'with nonce': { sub, nonce: '1' },
      'other audience': { sub, aud: 'kushk-hub' },
      old: { sub, iat: secondsNow() - 700 },
      'no events': { sub, events: undefined },
      'other event': { sub, events: { 'http://schemas.openid.net/event/other': {} } },
      'no jti': { sub, jti: undefined },
      'names nobody': {},
    };
    const seen = await each(
      Object.entries(tokens),
      ([name]) => name,
      ([, claims]) => logout(system, claims),
    );
    const still = await meOf(system, system.tokens.samira);
    return expectSeen({ ...seen, samira: still === '200' ? '400' : still }, '400');
  },
};

const logoutOfPerson: Attack = {
  name: 'a logout of the person ends bearer tokens, also those of a session that the logout does not name',
  plantedDefect: 'logout-spares-tokens',
  run: async (system) => {
    const token = await system.signIn('narges');
    const other = await system.signIn('narges');
    const before = [await meOf(system, token), await logout(system, { sub: subjectOf('narges') })].join();
    const seen = { before, 'first token': await meOf(system, token), 'second token': await meOf(system, other) };
    return expectSeen(seen, { before: '200,200', 'first token': invalid, 'second token': invalid });
  },
};

export const tokenAttacks: readonly Attack[] = [otherKinds, otherAudience, invalidLogouts, logoutOfPerson];

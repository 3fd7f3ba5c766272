import { describe, expect, it } from '@jest/globals';
import { Refused } from '@kushk/edge';
import { FailedAuthenticationLimit } from './failed-authentication-limit.js';

const invalid = () => Promise.reject(Refused.with('auth.token_invalid'));
const valid = () => Promise.resolve('caller');

/** A limit of three failures at once and one more every 20 seconds, and the count of authenticated requests. */
function limit() {
  const limited = new FailedAuthenticationLimit({
    name: 'failed_authentication',
    quota: 3,
    windowSeconds: 60,
    burst: 3,
  });
  const headers: Record<string, string> = {};
  let authenticated = 0;
  const attempt = async (
    credential: string | undefined,
    authenticate: () => Promise<unknown>,
    { ip = '203.0.113.7', nowMs = 0 } = {},
  ): Promise<string> => {
    const setHeader = (name: string, value: string): void => void (headers[name] = value);
    try {
      await limited.run({ ip, credential, nowMs, setHeader }, () => {
        authenticated += 1;
        return authenticate();
      });
      return 'accepted';
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return error.code === 'rate.limited' ? `${error.code} ${error.retryAfterSeconds}` : error.code;
    }
  };
  return { attempt, headers, authenticated: () => authenticated };
}

describe('FailedAuthenticationLimit', () => {
  it('rejects further attempts of an address without authenticating them, until Retry-After', async () => {
    const { attempt, headers, authenticated } = limit();
    for (let count = 0; count < 3; count += 1)
      expect(await attempt(`Bearer ${count}`, invalid)).toBe('auth.token_invalid');
    expect(headers).toEqual({});
    expect(await attempt('Bearer 4', invalid)).toBe('rate.limited 20');
    expect(authenticated()).toBe(3);
    expect(headers).toEqual({
      'ratelimit-policy': '"failed_authentication";q=3;w=60;qb=3',
      ratelimit: '"failed_authentication";r=0;t=20',
    });
    expect(await attempt('Bearer 5', valid, { nowMs: 20_000 })).toBe('accepted');
  });

  it('counts attempts in parallel before the first of them has failed', async () => {
    const { attempt, authenticated } = limit();
    const codes = await Promise.all(Array.from({ length: 10 }, (_, index) => attempt(`Bearer ${index}`, invalid)));
    expect(codes.filter((code) => code === 'auth.token_invalid')).toHaveLength(3);
    expect(authenticated()).toBe(3);
  });

  it('does not count attempts that succeed or that end with an error of a service', async () => {
    const { attempt } = limit();
    for (let count = 0; count < 20; count += 1) expect(await attempt(`Bearer ${count}`, valid)).toBe('accepted');
    for (let count = 0; count < 20; count += 1)
      expect(await attempt('Bearer x', () => Promise.reject(Refused.unavailable('catalogue')))).toBe(
        'service.unavailable',
      );
    expect(await attempt('Bearer y', invalid)).toBe('auth.token_invalid');
  });

  it('does not count valid credentials without the role, the scope or the organisation that a request needs', async () => {
    const { attempt } = limit();
    for (const code of [
      'auth.role_missing',
      'auth.scope_missing',
      'auth.handle_read_only',
      'organisation.required',
    ] as const)
      for (let count = 0; count < 5; count += 1)
        expect(await attempt(`Bearer ${count}`, () => Promise.reject(Refused.with(code)))).toBe(code);
    expect(await attempt('Bearer y', invalid)).toBe('auth.token_invalid');
  });

  it('accepts a credential that worked before, whatever others behind the same address send', async () => {
    const { attempt } = limit();
    await attempt('Bearer good', valid);
    for (let count = 0; count < 10; count += 1) await attempt(`Bearer ${count}`, invalid);
    expect(await attempt('Bearer good', valid)).toBe('accepted');
    expect(await attempt('Bearer new', valid)).toBe('rate.limited 20');
    expect(await attempt('Bearer new', valid, { ip: '203.0.113.8' })).toBe('accepted');
  });

  it('limits a credential that worked before as soon as it is revoked', async () => {
    const { attempt, authenticated } = limit();
    await attempt('Bearer revoked', valid);
    const codes = [];
    for (let count = 0; count < 10; count += 1) codes.push(await attempt('Bearer revoked', invalid));
    expect(codes.filter((code) => code === 'auth.token_invalid')).toHaveLength(3);
    expect(authenticated()).toBe(4);
  });

  it('does not count requests without a credential', async () => {
    const { attempt } = limit();
    for (let count = 0; count < 20; count += 1) expect(await attempt(undefined, invalid)).toBe('auth.token_invalid');
  });
});

import { describe, expect, it } from '@jest/globals';
import { keyStanding, newSigningKey, publicJwk, signingKeyAt, type Jwk } from './index.js';

const seconds = (iso: string): number => Date.parse(iso) / 1000;
const [begins, ends] = ['2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'];
const key = (validity: Jwk = {}): Jwk => ({ ...newSigningKey(), ...validity });
const limited = key({ nbf: seconds(begins), exp: seconds(ends) });
const standing = (jwk: Jwk, at: string) => keyStanding({ keys: [jwk] }, String(jwk['kid']), new Date(at));

describe('a key', () => {
  it.each([
    ['2026-10-31T23:59:59.999Z', 'not_yet'],
    [begins, 'good'],
    ['2026-11-30T23:59:59.999Z', 'good'],
    [ends, 'no_longer'],
    ['no time at all', 'not_yet'],
  ])('at %s is %s', (at, expected) => expect(standing(limited, at)).toBe(expected));

  it('without limits always counts', () => {
    expect(standing(key(), '1970-01-01T00:00:00Z')).toBe('good');
    expect(standing(key({ nbf: 0 }), '2999-01-01T00:00:00Z')).toBe('good');
  });

  it('that was revoked never counts, whatever time was signed', () => {
    const revoked = { ...limited, revoked: { revoked_at: seconds('2026-11-20T00:00:00Z'), reason: 'stolen' } };
    for (const at of ['2026-11-05T00:00:00Z', '2026-11-21T00:00:00Z', '2020-01-01T00:00:00Z'])
      expect(standing(revoked, at)).toBe('revoked');
  });

  it.each([[{ nbf: '0' }], [{ exp: 'never' }], [{ exp: null }], [{ revoked: false }], [{ revoked: 'no' }]])(
    'whose validity is unreadable (%j) does not count',
    (validity) => {
      expect(standing(key(validity), '2026-11-05T00:00:00Z')).not.toBe('good');
    },
  );

  it('is not known by another id', () =>
    expect(keyStanding({ keys: [limited] }, 'other', new Date(begins))).toBe('unknown'));

  it('shows its validity in the set that others verify with, and nothing private', () => {
    expect(publicJwk({ ...limited, revoked: { revoked_at: 1 }, note: 'in the safe' })).toEqual({
      kty: 'OKP',
      crv: 'Ed25519',
      x: limited['x'],
      kid: limited['kid'],
      alg: 'EdDSA',
      use: 'sig',
      nbf: limited['nbf'],
      exp: limited['exp'],
      revoked: { revoked_at: 1 },
    });
    expect(publicJwk(limited)).toEqual(publicJwk(publicJwk(limited)));
  });
});

describe('the key to sign with', () => {
  const before = key({ exp: seconds(ends) });
  const after = key({ nbf: seconds('2026-11-20T00:00:00Z') });
  const at = (time: string, ...keys: readonly Jwk[]) => signingKeyAt(keys, new Date(time));

  it('is the one that began last among those that count', () => {
    expect(at('2026-11-19T23:59:59Z', before, after)).toBe(before);
    expect(at('2026-11-20T00:00:00Z', before, after)).toBe(after);
    expect(at('2027-01-01T00:00:00Z', after, before)).toBe(after);
  });

  it('is never one that is only public, revoked or out of its time', () => {
    expect(at('2026-11-25T00:00:00Z', before, publicJwk(after))).toBe(before);
    expect(at('2026-11-25T00:00:00Z', before, { ...after, revoked: { revoked_at: 1 } })).toBe(before);
    expect(() => at('2027-01-01T00:00:00Z', before)).toThrow('no signing key counts at 2027-01-01');
  });
});

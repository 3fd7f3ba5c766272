import { describe, expect, it } from '@jest/globals';
import { keyValidityAt, newSigningKey, publicJwk, signingKeyAt, type Jwk } from './index.js';

const seconds = (iso: string): number => Date.parse(iso) / 1000;
const [begins, ends] = ['2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'];
const key = (validity: Jwk = {}): Jwk => ({ ...newSigningKey(), ...validity });
const limited = key({ nbf: seconds(begins), exp: seconds(ends) });
const validityAt = (jwk: Jwk, at: string) => keyValidityAt({ keys: [jwk] }, String(jwk['kid']), new Date(at));

describe('keyValidityAt', () => {
  it.each([
    ['2026-10-31T23:59:59.999Z', 'not_yet_valid'],
    [begins, 'valid'],
    ['2026-11-30T23:59:59.999Z', 'valid'],
    [ends, 'expired'],
    ['no time at all', 'not_yet_valid'],
  ])('for a signed time of %s returns %s', (at, expected) => expect(validityAt(limited, at)).toBe(expected));

  it('returns valid for a key without limits, at any signed time', () => {
    expect(validityAt(key(), '1970-01-01T00:00:00Z')).toBe('valid');
    expect(validityAt(key({ nbf: 0 }), '2999-01-01T00:00:00Z')).toBe('valid');
  });

  it('returns revoked for a revoked key, at any signed time', () => {
    const revoked = { ...limited, revoked: { revoked_at: seconds('2026-11-20T00:00:00Z'), reason: 'stolen' } };
    for (const at of ['2026-11-05T00:00:00Z', '2026-11-21T00:00:00Z', '2020-01-01T00:00:00Z'])
      expect(validityAt(revoked, at)).toBe('revoked');
  });

  it.each([[{ nbf: '0' }], [{ exp: 'never' }], [{ exp: null }], [{ revoked: false }], [{ revoked: 'no' }]])(
    'does not return valid for a key with the unreadable limit %j',
    (validity) => {
      expect(validityAt(key(validity), '2026-11-05T00:00:00Z')).not.toBe('valid');
    },
  );

  it('returns unknown for a key id that is not in the set', () =>
    expect(keyValidityAt({ keys: [limited] }, 'other', new Date(begins))).toBe('unknown'));
});

describe('publicJwk', () => {
  it('returns the limits of the key and no private members', () => {
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

describe('signingKeyAt', () => {
  const before = key({ exp: seconds(ends) });
  const after = key({ nbf: seconds('2026-11-20T00:00:00Z') });
  const at = (time: string, ...keys: readonly Jwk[]) => signingKeyAt(keys, new Date(time));

  it('returns the valid key whose validity began last', () => {
    expect(at('2026-11-19T23:59:59Z', before, after)).toBe(before);
    expect(at('2026-11-20T00:00:00Z', before, after)).toBe(after);
    expect(at('2027-01-01T00:00:00Z', after, before)).toBe(after);
  });

  it('never returns a public, revoked or expired key', () => {
    expect(at('2026-11-25T00:00:00Z', before, publicJwk(after))).toBe(before);
    expect(at('2026-11-25T00:00:00Z', before, { ...after, revoked: { revoked_at: 1 } })).toBe(before);
    expect(() => at('2027-01-01T00:00:00Z', before)).toThrow('no signing key is valid at 2027-01-01');
  });
});

import { describe, expect, it } from '@jest/globals';
import { base32, newId } from './id.js';

describe('newId', () => {
  it('returns the prefix and 26 characters of lower-case Crockford base32', () => {
    expect(newId('prp')).toMatch(/^prp_[0-7][0-9abcdefghjkmnpqrstvwxyz]{25}$/);
  });

  it('encodes 128 bits like ULID', () => {
    expect(base32(new Uint8Array(16))).toBe('0'.repeat(26));
    expect(base32(new Uint8Array(16).fill(255))).toBe(`7${'z'.repeat(25)}`);
    // The example of the ULID specification: 1469918176385 ms is encoded as 01ARYZ6S41.
    const time = Buffer.alloc(16);
    time.writeUIntBE(1_469_918_176_385, 0, 6);
    expect(base32(time).slice(0, 10)).toBe('01aryz6s41');
  });

  it('returns unique ids that sort in the order of creation', () => {
    const ids = Array.from({ length: 10_000 }, () => newId('evt'));
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

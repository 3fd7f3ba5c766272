import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createHmac } from 'node:crypto';
import { checkCredential, hashCredential, last4, newCredential, type CredentialKind } from './credential.js';

const KINDS: readonly CredentialKind[] = ['kp', 'ki', 'ks'];

describe('a credential', () => {
  it.each(KINDS)('of kind %s consists of its prefix, 30 random characters and a 6-character checksum', (kind) => {
    const text = newCredential(kind);
    expect(text).toMatch(new RegExp(`^${kind}_[0-9A-Za-z]{36}$`));
    expect(checkCredential(kind, text)).toBe(true);
    expect(last4(text)).toBe(text.slice(-4));
  });

  it('has a checksum that anyone can recompute: CRC32 (IEEE) of the preceding text in base62, most significant digit first', () => {
    expect(checkCredential('kp', `kp_${'a'.repeat(30)}${base62OfCrc(`kp_${'a'.repeat(30)}`)}`)).toBe(true);
  });

  it('is rejected when a credential of another kind is expected', () => {
    for (const kind of KINDS) {
      for (const other of KINDS.filter((candidate) => candidate !== kind))
        expect(checkCredential(other, newCredential(kind))).toBe(false);
    }
  });

  it('is rejected when any single character is changed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 38 }), fc.constantFrom(...'0Az9'), (at, character) => {
        const text = newCredential('ki');
        const changed = text.slice(0, at) + character + text.slice(at + 1);
        return checkCredential('ki', changed) === (changed === text);
      }),
    );
  });

  it.each([
    undefined,
    null,
    7,
    '',
    'kp_',
    'kp',
    `kp_${'0'.repeat(36)}`,
    `KP_${'0'.repeat(36)}`,
    ` ${newCredential('kp')}`,
    `${newCredential('kp')}\n`,
    `${newCredential('kp')}0`,
  ])('is not valid when its text is %p', (text) => {
    expect(checkCredential('kp', text)).toBe(false);
  });

  it('is random: over many credentials, every character of the alphabet is about equally frequent', () => {
    const counts = new Map<string, number>();
    for (let index = 0; index < 2000; index += 1) {
      for (const letter of newCredential('ks').slice(3, 33)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    expect(counts.size).toBe(62);
    const expected = (2000 * 30) / 62;
    for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(expected * 0.25);
  });

  it('is stored as a keyed hash that depends on the pepper', () => {
    const text = newCredential('ki');
    const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    expect(hashCredential(one, text)).toMatch(/^[0-9a-f]{64}$/);
    expect(hashCredential(one, text)).toBe(hashCredential(one, text));
    expect(hashCredential(one, text)).not.toBe(hashCredential(two, text));
    expect(() => hashCredential(Buffer.alloc(0), text)).toThrow(RangeError);
  });

  it('is hashed with HMAC-SHA256, whatever the length of the pepper and the text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 200 }), fc.string({ unit: 'grapheme' }), (bytes, text) => {
        const pepper = Buffer.from(bytes);
        return hashCredential(pepper, text) === createHmac('sha256', pepper).update(text, 'utf8').digest('hex');
      }),
    );
  });
});

/** Computes CRC32 bit by bit from its definition, independently of zlib. */
function base62OfCrc(text: string): string {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let rest = (crc ^ 0xffffffff) >>> 0;
  let encoded = '';
  for (let place = 0; place < 6; place += 1) {
    encoded = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.charAt(rest % 62) + encoded;
    rest = Math.floor(rest / 62);
  }
  return encoded;
}

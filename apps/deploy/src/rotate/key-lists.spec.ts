import { describe, expect, it } from '@jest/globals';
import { newSealingKey, newSigningKey, publicJwk, signingKeyAt, type Jwk } from '@kushk/credentials';
import { withAddedKey, withFirstKey, withNextSigningKey } from './key-lists.js';

const at = new Date('2026-11-28T00:00:00Z');
const later = new Date('2027-11-28T00:00:00Z');
const weekMs = 7 * 86_400_000;
const kidsOf = (value: string | null): readonly string[] =>
  (JSON.parse(value ?? '[]') as { kid: string }[]).map(({ kid }) => kid);

describe('a list of keys', () => {
  it('gets the new key at the end, and at the front in a second step, and keeps the old ones', () => {
    const old = newSealingKey();
    const added = withAddedKey(JSON.stringify([old]), at);
    expect(kidsOf(added)).toEqual([old.kid, expect.any(String)]);
    const first = withFirstKey(added!);
    expect(kidsOf(first)).toEqual([...kidsOf(added)].reverse());
    const third = withAddedKey(first!, later);
    expect(kidsOf(third).slice(0, 2)).toEqual(kidsOf(first));
    expect(kidsOf(withFirstKey(third!))).toEqual([kidsOf(third)[2], ...kidsOf(first)]);
  });

  it('has one key in each step: neither a second new one, nor an old one in front', () => {
    const added = withAddedKey(JSON.stringify([newSealingKey()]), at)!;
    expect(withAddedKey(added, later)).toBeNull();
    expect(withFirstKey(withFirstKey(added)!)).toBeNull();
    expect(withFirstKey(JSON.stringify([newSealingKey()]))).toBeNull();
  });

  it('may begin with one key of 32 bytes', () => {
    const one = Buffer.alloc(32, 1).toString('base64url');
    expect(JSON.parse(withAddedKey(one, at)!)).toEqual([{ kid: 'first', k: one }, expect.any(Object)]);
  });
});

describe('signing keys', () => {
  it('overlap: the new one takes over after a week, and the old one ends a day later', () => {
    const old = newSigningKey();
    const { value, from } = withNextSigningKey(JSON.stringify([old]), at);
    const keys = JSON.parse(value) as Jwk[];
    expect(from.getTime() - at.getTime()).toBe(weekMs);
    expect(signingKeyAt(keys, new Date(from.getTime() - 1_000))['kid']).toBe(old['kid']);
    expect(signingKeyAt(keys, from)['kid']).toBe(keys[1]?.['kid']);
    expect(keys[0]).toMatchObject({ exp: from.getTime() / 1_000 + 86_400 });
  });

  it('keep the public half of a key that has ended', () => {
    const first = withNextSigningKey(JSON.stringify([newSigningKey()]), at).value;
    const [ended] = JSON.parse(withNextSigningKey(first, later).value) as Jwk[];
    expect(ended).not.toHaveProperty('d');
    expect(publicJwk(ended!)['kid']).toBe((JSON.parse(first) as Jwk[])[0]?.['kid']);
  });
});

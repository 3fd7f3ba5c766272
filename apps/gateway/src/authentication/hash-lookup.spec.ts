import { describe, expect, it } from '@jest/globals';
import { hashCredential } from '@kushk/credentials';
import { Refused } from '@kushk/edge';
import { lookUpByHash, nullWhenRefused } from './hash-lookup.js';

const peppers = [Buffer.alloc(32, 2), Buffer.alloc(32, 1)];
const [newest, oldest] = peppers.map((pepper) => hashCredential(pepper, 'key'));

async function lookUps(known: string | null): Promise<readonly unknown[]> {
  const tried: string[] = [];
  const found = await lookUpByHash(peppers, 'key', async (hash) => {
    tried.push(hash);
    return hash === known ? hash : null;
  });
  return [found, tried];
}

describe('lookUpByHash', () => {
  it('finds what the newest pepper has hashed with one lookup', async () => {
    expect(await lookUps(newest!)).toEqual([newest, [newest]]);
  });

  it('finds what an older pepper has hashed', async () => {
    expect(await lookUps(oldest!)).toEqual([oldest, [newest, oldest]]);
    expect(await lookUps(null)).toEqual([null, [newest, oldest]]);
  });
});

describe('nullWhenRefused', () => {
  it('resolves with null only for the refusal with its code', async () => {
    const refused = (code: string) => Promise.reject(Refused.with(code as never));
    expect(await nullWhenRefused('auth.token_invalid', refused('auth.token_invalid'))).toBeNull();
    await expect(nullWhenRefused('auth.token_invalid', refused('auth.handle_invalid'))).rejects.toThrow();
  });
});

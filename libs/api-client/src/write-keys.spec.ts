import { describe, expect, it } from '@jest/globals';
import { UNCERTAIN_MS, WriteKeys } from './write-keys.js';

const gift = 'POST /wallet/gifts {"mu":"10"}';
const at = 1_000_000;

describe('the idempotency key of a write', () => {
  it('is the same again while nobody knows whether the write took effect', () => {
    const keys = new WriteKeys();
    const key = keys.keyFor(gift, at);
    keys.keep(gift, key, at);
    expect(keys.keyFor(gift, at + UNCERTAIN_MS - 1)).toBe(key);
    expect(keys.keyFor('POST /wallet/gifts {"mu":"11"}', at)).not.toBe(key);
    expect(keys.keyFor(gift, at + UNCERTAIN_MS)).not.toBe(key);
  });

  it('is another one after the write took effect or was refused', () => {
    const keys = new WriteKeys();
    const key = keys.keyFor(gift, at);
    keys.keep(gift, key, at);
    keys.forget(gift);
    expect(keys.keyFor(gift, at)).not.toBe(key);
  });

  it('is stored for the last ten writes only', () => {
    const keys = new WriteKeys();
    const writes = Array.from({ length: 11 }, (_, index) => `POST /cases ${index}`);
    for (const write of writes) keys.keep(write, `key of ${write}`, at);
    expect(writes.filter((write) => keys.keyFor(write, at) !== `key of ${write}`)).toEqual([writes[0]]);
  });
});

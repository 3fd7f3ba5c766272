import { describe, expect, it } from '@jest/globals';
import { parsePeppers } from './peppers-config.js';

const pepper = (n: number, created_at?: string) => ({
  kid: `p${n}`,
  k: Buffer.alloc(32, n).toString('base64url'),
  ...(created_at !== undefined && { created_at }),
});
const first = pepper(1);
const second = pepper(2, '2026-01-01T00:00:00.000Z');
const third = pepper(3, '2027-01-01T00:00:00.000Z');

describe('the oldest pepper', () => {
  it.each([
    ['one that was never replaced', [first]],
    ['a new one that is not in use yet', [first, second]],
    ['a new one that is in use', [second, first]],
    ['a second rotation that has begun', [second, first, third]],
    ['a second rotation that has ended', [third, second, first]],
  ])('is the same in a list with %s', (_, list) => {
    expect(parsePeppers(JSON.stringify(list)).oldest).toEqual(Buffer.alloc(32, 1));
  });

  it('is the last one of a list that was written by hand', () => {
    expect(parsePeppers(JSON.stringify([pepper(2), pepper(1)])).oldest).toEqual(Buffer.alloc(32, 1));
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Refused } from './refused.js';
import { readJson } from './strict-json.js';

const limits = { depth: 64 };
const read = (text: string | Uint8Array) => readJson(typeof text === 'string' ? Buffer.from(text) : text, limits);

function reasonOf(text: string | Uint8Array): unknown {
  try {
    read(text);
  } catch (error) {
    if (error instanceof Refused && error.code === 'request.malformed') return error.params['reason'];
    throw error;
  }
  return null;
}

describe('reading JSON from strangers', () => {
  it('gives back every value that JSON can say', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes('\\u0000') && !text.includes('"__proto__"') && !/\\ud[89a-f]/i.test(text));
        expect(JSON.stringify(read(text))).toBe(text);
      }),
    );
  });

  it.each([
    ['text that is no JSON', '{"a":1', 'not JSON'],
    ['nothing but white space', '  ', 'not JSON'],
    ['bytes that are no UTF-8', Uint8Array.from([0x22, 0xff, 0x22]), 'not UTF-8'],
    ['a key that stands twice', '{"a":{"b":1,"b":2}}', 'a key stands twice in one object'],
    ['a key that stands twice in other spelling', '{"b":1,"\\u0062":2}', 'a key stands twice in one object'],
    ['a prototype', '{"__proto__":{"admin":true}}', 'the key __proto__ is not accepted'],
    ['a NUL character', '"a\\u0000b"', 'a string holds a NUL character'],
    ['a lone surrogate', '["\\ud800"]', 'a string holds a lone surrogate'],
    ['a number beyond all numbers', '1e400', 'a number does not fit'],
  ])('refuses %s', (_, text, reason) => {
    expect(reasonOf(text)).toBe(reason);
  });

  it('counts depth by structure, not by what stands in strings', () => {
    expect(reasonOf('['.repeat(64) + ']'.repeat(64))).toBeNull();
    expect(reasonOf('['.repeat(65) + ']'.repeat(65))).toBe('deeper than 64 levels');
    expect(reasonOf(`"${'[{'.repeat(100)}"`)).toBeNull();
    expect(reasonOf(`{"a\\"":"\\\\","b":"{:"}`)).toBeNull();
  });

  it('says no to a million brackets without parsing them', () => {
    expect(reasonOf('['.repeat(1_000_000))).toBe('deeper than 64 levels');
  });
});

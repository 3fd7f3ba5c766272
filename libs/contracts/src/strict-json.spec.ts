import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonTextOf } from './json-text.js';
import { InvalidJson, readJson } from './strict-json.js';

const limits = { depth: 64 };
const read = (text: string | Uint8Array) => readJson(typeof text === 'string' ? Buffer.from(text) : text, limits);

function reasonOf(text: string | Uint8Array): unknown {
  try {
    read(text);
  } catch (error) {
    if (error instanceof InvalidJson) return error.inexactNumber ?? error.reason;
    throw error;
  }
  return null;
}

describe('readJson', () => {
  it('returns every value that I-JSON can represent', () => {
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
    ['only white space', '  ', 'not JSON'],
    ['bytes that are not UTF-8', Uint8Array.from([0x22, 0xff, 0x22]), 'not UTF-8'],
    ['a duplicate key', '{"a":{"b":1,"b":2}}', 'an object has a duplicate key'],
    ['a duplicate key in another spelling', '{"b":1,"\\u0062":2}', 'an object has a duplicate key'],
    ['a prototype', '{"__proto__":{"admin":true}}', 'the key __proto__ is not accepted'],
    ['a NUL character', '"a\\u0000b"', 'a string contains a NUL character'],
    ['a lone surrogate', '["\\ud800"]', 'a string contains a lone surrogate'],
    ['a number beyond a double', '1e400', 'a number does not fit into a double'],
  ])('rejects %s', (_, text, reason) => {
    expect(reasonOf(text)).toBe(reason);
  });

  it.each([
    '1',
    '-0',
    '0.1',
    '19.990',
    '1e3',
    '1E+21',
    '100000000000000000000',
    '9007199254740992',
    '0.30000000000000004',
    '1.7976931348623157e308',
    '5e-324',
    '1e23',
    '0e10',
    '1.0000000000000000',
  ])('accepts the number %s, whose double is exact', (number) => {
    expect(read(`{"n":[${number}]}`)).toEqual({ n: [Number(number)] });
  });

  it.each([
    '9007199254740993',
    '0.1234567890123456789',
    '12345678901234567.5',
    '1.00000000000000000001e5',
    '1e-400',
    '99999999999999999',
    '123456789012345678',
    '3.141592653589793238',
    '123456789.123456789012',
    '1.7976931348623158e308',
  ])('rejects the number %s, of which a double would be another one', (number) => {
    expect(reasonOf(`{"a/b":[0,{"n":${number}}]}`)).toBe('/a~1b/1/n');
  });

  it('counts the nesting depth of brackets and ignores brackets in strings', () => {
    expect(reasonOf('['.repeat(64) + ']'.repeat(64))).toBeNull();
    expect(reasonOf('['.repeat(65) + ']'.repeat(65))).toBe('deeper than 64 levels');
    expect(reasonOf(`"${'[{'.repeat(100)}"`)).toBeNull();
    expect(reasonOf(`{"a\\"":"\\\\","b":"{:"}`)).toBeNull();
  });

  it("reports the position of a syntax error, which it reads from V8's error message", () => {
    expect(() => read('{"a":1 "b":2}')).toThrow(expect.objectContaining({ reason: 'not JSON', position: 7 }));
  });

  it('rejects a million nested brackets without parsing them', () => {
    expect(reasonOf('['.repeat(1_000_000))).toBe('deeper than 64 levels');
  });

  it('keeps the text of the only large member of a body, so that it is not serialised again', () => {
    const data = `{ "a:b": "${'x'.repeat(20_000)}", "n": [1.50, -2e3, 0.12345678901234] }`;
    const body = read(`{"d\\u0061ta": ${data} }`) as { readonly data: object };
    expect(jsonTextOf(body.data)).toBe(data);
    expect(body.data).toEqual(JSON.parse(data));
  });

  it('makes the text of a large member again next to another member', () => {
    const text = `{"data":{ "text": "${'x'.repeat(20_000)}" },"if":1}`;
    const { data } = read(text) as { readonly data: object };
    expect(jsonTextOf(data)).toBe(JSON.stringify(data));
  });
});

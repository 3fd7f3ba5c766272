import { describe, expect, it } from '@jest/globals';
import { contentOf } from './tool-answer.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('the answer of a tool', () => {
  it.each([
    ['{"content":"found"}', 'found'],
    ['{"content":null}', null],
    ['{"content":[1,{"a":"ب"}],"more":1}', [1, { a: 'ب' }]],
  ])('is its content: %s', (text, content) => {
    expect(contentOf(bytes(text))).toEqual({ content });
  });

  it.each([
    '',
    'null',
    '[]',
    '"content"',
    '{}',
    '{"Content":1}',
    '{"content":NaN}',
    '{"content":1',
    '<html>',
    '{"content":1}x',
    '{"__proto__":{"content":1}}',
    '\ufeffx',
  ])('is no answer: %j', (text) => {
    expect(contentOf(bytes(text))).toBeNull();
  });

  it('is no answer when it is not UTF-8, or nests without end', () => {
    expect(contentOf(new Uint8Array([0x7b, 0xff, 0x7d]))).toBeNull();
    expect(contentOf(bytes(`{"content":${'['.repeat(100_000)}${']'.repeat(100_000)}}`))).toBeNull();
    expect(contentOf(bytes(`{"content":${'['.repeat(60)}${']'.repeat(60)}}`))).not.toBeNull();
  });
});

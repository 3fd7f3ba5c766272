import { describe, expect, it } from '@jest/globals';
import { parseToolContent } from './tool-content.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('parseToolContent', () => {
  it.each([
    ['{"content":"found"}', 'found'],
    ['{"content":null}', null],
    ['{"content":[1,{"a":"ب"}],"more":1}', [1, { a: 'ب' }]],
  ])('returns the content of the response %s', (text, content) => {
    expect(parseToolContent(bytes(text))).toEqual({ content });
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
  ])('returns null for the response %j', (text) => {
    expect(parseToolContent(bytes(text))).toBeNull();
  });

  it('returns null for a response that is not UTF-8 or is nested too deeply', () => {
    expect(parseToolContent(new Uint8Array([0x7b, 0xff, 0x7d]))).toBeNull();
    expect(parseToolContent(bytes(`{"content":${'['.repeat(100_000)}${']'.repeat(100_000)}}`))).toBeNull();
    expect(parseToolContent(bytes(`{"content":${'['.repeat(60)}${']'.repeat(60)}}`))).not.toBeNull();
  });
});

import { describe, expect, it } from '@jest/globals';
import { readToolContent } from './tool-content.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('readToolContent', () => {
  it.each([
    ['{"content":"found"}', 'found'],
    ['{"content":null}', null],
    ['{"content":[1,{"a":"ب"}],"more":1}', [1, { a: 'ب' }]],
  ])('returns the content of the response %s', (text, content) => {
    expect(readToolContent(bytes(text))).toEqual({ content });
  });

  it.each<[text: string, reason: object]>([
    ['', { reason: 'empty' }],
    ['<!doctype html>', { reason: 'not JSON' }],
    ['null', { reason: 'no object with content' }],
    ['[]', { reason: 'no object with content' }],
    ['{"Content":1}', { reason: 'no object with content' }],
    ['{"content":NaN}', { reason: 'not JSON' }],
    ['{"content":1}x', { reason: 'not JSON', at: 13 }],
    ['{"content":1,"content":2}', { reason: 'an object has a duplicate key' }],
    ['{"content":"a\\u0000"}', { reason: 'a string contains a NUL character' }],
    ['{"content":"\\ud800"}', { reason: 'a string contains a lone surrogate' }],
    ['{"content":{"rows":[9007199254740993]}}', { at: '/content/rows/0' }],
    ['{"__proto__":{"content":1}}', { reason: 'the key __proto__ is not accepted' }],
    [`{"content":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, { reason: 'deeper than 65 levels' }],
  ])('says why the response %.40s cannot be read', (text, reason) => {
    expect(readToolContent(bytes(text))).toMatchObject(reason);
  });

  it('refuses a response that is not UTF-8, and accepts sixty levels', () => {
    expect(readToolContent(new Uint8Array([0x7b, 0xff, 0x7d]))).toEqual({ reason: 'not UTF-8' });
    expect(readToolContent(bytes(`{"content":${'['.repeat(60)}${']'.repeat(60)}}`))).toHaveProperty('content');
  });
});

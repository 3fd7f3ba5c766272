import { describe, expect, it } from '@jest/globals';
import { jsonTextOf, rememberJsonText, stringifyWithTexts } from './json-text.js';

const large = (character: string) => ({ text: character.repeat(20_000) });

/** Counts how often the members of an object are serialised. */
function counted(value: object): { readonly value: object; readonly count: () => number } {
  let reads = 0;
  const observed = Object.defineProperty({ ...value }, 'observed', { enumerable: true, get: () => ++reads && 1 });
  return { value: observed, count: () => reads };
}

describe('JSON texts of large values', () => {
  it('are made once, however often the value is serialised', () => {
    const data = counted(large('a'));
    const text = jsonTextOf(data.value);
    const documents = ['id', 'name'].map((name) => stringifyWithTexts({ [name]: 1, data: data.value }));
    expect(documents.map((one) => JSON.parse(one) as unknown)).toEqual([
      { id: 1, data: JSON.parse(text) },
      { name: 1, data: JSON.parse(text) },
    ]);
    expect(data.count()).toBe(1);
  });

  it('are the texts from which the values were parsed', () => {
    const text = `{ "text": "${'b'.repeat(20_000)}" }`;
    const data = JSON.parse(text) as object;
    rememberJsonText(data, text);
    expect(jsonTextOf(data)).toBe(text);
    expect(stringifyWithTexts({ data })).toBe(`{"data":${text}}`);
    expect(stringifyWithTexts({ 'a"b': data, none: undefined })).toBe(`{"a\\"b":${text}}`);
  });

  it('are not remembered for small values', () => {
    const data = counted({ text: 'c' });
    jsonTextOf(data.value);
    expect(stringifyWithTexts({ id: 1, data: data.value })).toBe('{"id":1,"data":{"text":"c","observed":1}}');
    expect(data.count()).toBe(2);
  });
});

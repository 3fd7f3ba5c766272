import { describe, expect, it } from '@jest/globals';
import { plainArray, textArray } from './array-literal.js';

describe('array literals', () => {
  it('escape quotes, backslashes, commas, braces, the empty string and the text NULL', () => {
    expect(textArray(['a"b', 'c\\d', '{x,y}', '', 'NULL', null])).toBe('{"a\\"b","c\\\\d","{x,y}","","NULL",null}');
    expect(textArray(['NULL', '{x,y}', '', null])).toBe('{"NULL","{x,y}","",null}');
    expect(textArray([])).toBe('{}');
  });

  it('leave every other character unchanged', () => {
    const texts = ['a\nb', '\t"', '\u0001', '\u007f', '\u2028', '\ud800"', '😀'];
    expect(textArray(texts)).toBe(`{${texts.map((text) => `"${text.replace('"', '\\"')}"`).join(',')}}`);
  });

  it('contain numbers without quotes', () => {
    expect(plainArray([1, 2n, '3'])).toBe('{1,2,3}');
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { linearPattern } from './linear-pattern.js';
import { textMatching } from './pattern-example.js';

describe('a text that a pattern matches', () => {
  it.each([
    ['^[A-Z]{3}-\\d{4}$', 'AAA-1111'],
    ['^(?:sk|pk)_[a-z0-9]{4,}$', 'sk_aaaa'],
    ['^https://[^/]+/$', 'https://a/'],
    ['^\\p{Script=Arabic}{2}$', 'اا'],
    ['^\\u{1F600}?[۰-۹]{2}$', '۱۱'],
    ['\\bcat\\b', 'cat'],
    ['.\\b[0-9]', '-1'],
    ['', ''],
  ])('%s: %s', (pattern, text) => {
    expect(textMatching(pattern)).toBe(text);
  });

  it.each([
    ['^a+$', { min: 5 }, 'aaaaa'],
    ['\\d{3}$', { min: 5 }, 'xx111'],
    ['^\\d{3}', { min: 5 }, '111xx'],
    ['^(ab)*$', { min: 3 }, 'abab'],
    ['^.*$', { max: 0 }, ''],
  ])('%s within %j: %s', (pattern, length, text) => {
    expect(textMatching(pattern, length)).toBe(text);
  });

  it.each([
    ['^a{5}$', { max: 4 }],
    ['^a$', { min: 2 }],
    ['a^', {}],
    ['a\\bb', {}],
  ])('there is none for %s within %j', (pattern, length) => {
    expect(textMatching(pattern, length)).toBeNull();
  });

  it('matches every pattern that some text matches', () => {
    const atom = fc.constantFrom('a', '[0-9]', '\\w', '\\W', '.', '(?:ab|c)', '\\b', '[^a-z]', '\\p{L}');
    const part = fc
      .tuple(atom, fc.constantFrom('', '?', '*', '+', '{2}'))
      .map(([one, times]) => (one === '\\b' ? one : `${one}${times}`));
    const patterns = fc.tuple(fc.constantFrom('', '^'), fc.array(part, { maxLength: 5 }), fc.constantFrom('', '$'));
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', '-', 'ش'), maxLength: 6 });
    fc.assert(
      fc.property(patterns, texts, ([start, parts, end], text) => {
        const pattern = `${start}${parts.join('')}${end}`;
        if (linearPattern(pattern).test(text))
          expect([pattern, textMatching(pattern)]).toEqual([pattern, expect.any(String)]);
      }),
    );
  });
});

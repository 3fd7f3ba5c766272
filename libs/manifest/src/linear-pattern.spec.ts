import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { contentSchema, structureSchema } from './manifest-schema.js';
import { linearPattern, UnsupportedPattern } from './linear-pattern.js';

const CHARACTERS = ['a', 'b', 'A', '1', '_', '-', ' ', '\n', 'é', 'ف', '😀', '.', '{', '\u200C'];
const ATOMS = [
  'a',
  'b',
  '.',
  '\\d',
  '\\D',
  '\\w',
  '\\W',
  '\\s',
  '\\S',
  '[ab]',
  '[^a]',
  '[a-z\\]]',
  '[^]',
  '[]',
  '\\p{L}',
  '\\P{L}',
  '\\u{1F600}',
  '\\uD83D\\uDE00',
  '\\x61',
  '\\n',
  '\\.',
  '\\/',
  '😀',
  '^',
  '$',
  '\\b',
  '\\B',
  '',
  '\\0',
  '\\cJ',
  '\\-'.slice(1),
];

const patterns = fc.letrec<{ pattern: string; term: string }>((tie) => ({
  pattern: fc
    .array(
      fc.array(tie('term'), { maxLength: 3 }).map((terms) => terms.join('')),
      { minLength: 1, maxLength: 3 },
    )
    .map((choices) => choices.join('|')),
  term: fc.oneof(
    // With deeper nesting the native engine takes minutes for eight characters.
    { depthSize: 'small', maxDepth: 2 },
    fc.constantFrom(...ATOMS),
    fc
      .tuple(
        fc.constantFrom('(', '(?:'),
        tie('pattern'),
        fc.constantFrom('', '*', '+', '?', '*?', '{2}', '{0,2}', '{1,}', '{0}', '+?'),
      )
      .map(([open, inner, sign]) => `${open}${inner})${sign}`),
    fc
      .tuple(fc.constantFrom('a', '[ab]', '\\w', '.'), fc.constantFrom('*', '+', '?', '{2,3}?', '{1}'))
      .map(([atom, sign]) => atom + sign),
  ),
})).pattern;

describe('matching in linear time', () => {
  it('matches exactly the texts that the native engine matches', () => {
    const texts = fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 6 });
    fc.assert(
      fc.property(patterns, texts, (source, text) => {
        // V8 matches `\B` between the halves of a surrogate pair; ECMAScript with the `u` flag does not.
        fc.pre(!(source.includes('\\B') && text.includes('😀')));
        expect({ source, text, accepts: linearPattern(source).test(text) }).toEqual({
          source,
          text,
          accepts: new RegExp(source, 'u').test(text),
        });
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    '(a+)+$',
    '(a|a)*$',
    '(a*)*b',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(.*)(.*)(.*)(.*)(.*)(.*)x',
    '(?:a?){50}a{50}',
  ])('takes steps in proportion to the length of the text for the pattern %s', (source) => {
    const stepsFor = (length: number): number => {
      let steps = 0;
      linearPattern(source).test(`${'a'.repeat(length)}!`, (more) => {
        steps += more;
      });
      return steps;
    };
    expect(stepsFor(50_000)).toBeLessThan(11 * stepsFor(5_000));
  });

  it.each([
    ['(?=a)b', /look-around/],
    ['(?!a)b', /look-around/],
    ['(?<=a)b', /look-around/],
    ['(?<!a)b', /look-around/],
    ['(?i:a)', /modifiers/],
    ['(a)\\1', /back-references/],
    ['(?<n>a)\\k<n>', /back-references/],
    ['a{1000}{2}', /Nothing to repeat/],
    ['(a{1000}){3}', /too large/],
    ['(((a{99}){99}){99}){99}', /too large/],
    ['(', /Unterminated/],
    ['\\-', /Invalid escape/],
    ['a'.repeat(1_001), /longer than/],
  ])('rejects the pattern %s', (source, reason) => {
    expect(() => linearPattern(source)).toThrow(UnsupportedPattern);
    expect(() => linearPattern(source)).toThrow(reason);
  });

  it.each([
    '(){1000000000}',
    '((){99999}){99999}',
    `${'('.repeat(300)}a${')*'.repeat(300)}`,
    '(?<year>\\d{4})-(?<month>\\d\\d)',
  ])('compiles the pattern %s within the limit of states', (source) => {
    expect(linearPattern(source).test('1404-08 aaa')).toBe(true);
  });
});

describe("the patterns in the manifest's own schema", () => {
  const patterns = [
    ...new Set(
      [structureSchema, contentSchema].flatMap((schema) =>
        [...JSON.stringify(schema).matchAll(/"pattern":("(?:[^"\\\\]|\\\\.)*")/g)].map(
          ([, pattern]) => JSON.parse(pattern!) as string,
        ),
      ),
    ),
  ];
  const texts = [
    'a',
    '0',
    '-',
    '.',
    'a.',
    'a-',
    '0.',
    '1',
    'aa.0-',
    '::',
    'f:',
    '[',
    '/',
    '/a',
    '%2e',
    '@',
    'sha256:',
    ' ',
    '\u200c',
    'فا',
  ].flatMap((piece) =>
    [1, 2, 7, 63, 64, 128, 256].flatMap((length) => {
      const text = piece.repeat(length).slice(0, length);
      return [text, `${text.slice(1)}!`, `https://${text}`.slice(0, 256), `${text}`.slice(0, 200) + ':443'];
    }),
  );

  it('match the same short texts in the native engine, with little backtracking', () => {
    expect(patterns.length).toBeGreaterThan(10);
    for (const pattern of patterns) {
      const [native, linear] = [new RegExp(pattern, 'u'), linearPattern(pattern)];
      expect([pattern, texts.filter((text) => native.test(text))]).toEqual([
        pattern,
        texts.filter((text) => linear.test(text)),
      ]);
    }
  });
});

/** Generators of hostile input: texts, numbers, documents and paths that break careless parsers. */
import fc, { type Arbitrary } from 'fast-check';

const tricks = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\u202egnp.exe',
  '\u2066\u2069',
  '\u200f\u200e',
  '\ufeff',
  '\u001b[2J',
  '\r\nset-cookie: a=b',
  '\u2028',
  '\u0085',
  'e\u0301',
  '\u00e9',
  '\u212b',
  '\uff0e\uff0e\uff0f',
  'ﷺ'.repeat(50),
  '👩‍💻',
  'ß',
  'İ',
  'ı',
  '۱۴۰۵-۰۸',
  '−1',
  '1e400',
  'NaN',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  "'; drop table releases; --",
  '" or 1=1',
  '%',
  '%25',
  '%00',
  '%s%n',
  '${7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  '..',
  '.',
  '/',
  '\\',
  '<script>alert(1)</script>',
  'ir.acme.fuzz',
  '1.0.0',
  '01.0.0',
  '1.0.0+build',
  '1.0.0-',
  '1.0',
  'v1.0.0',
  '999999999999999999999.0.0',
  'x'.repeat(5_000),
  '*',
  '>',
  'a.b.*',
  '$JS.API',
  'kp_0',
  'https://a@b',
  'http://localhost',
  'https://127.0.0.1',
  'javascript:alert(1)',
  '//evil',
  'https://a.b/?q',
  'https://a.b/#f',
  'http://[::1]:80',
  'https://xn--',
  '٣',
];

export const hostileText: Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...tricks) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...tricks), fc.constantFrom(...tricks)).map(([a, b]) => a + b) },
  // Unpaired surrogates, which the string generators of fast-check do not produce.
  {
    weight: 1,
    arbitrary: fc
      .array(fc.integer({ min: 0xd7f0, max: 0xe010 }), { maxLength: 6 })
      .map((units) => String.fromCharCode(...units)),
  },
);

export const hostileNumber: Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 1.4, 2 ** 53, -(2 ** 63), 1e308, 5e-324, 65_536),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

export const hostileJson: Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.oneof(hostileText, hostileNumber, fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    // Objects that make a careless conversion to a string throw.
    fc.constantFrom(
      { toString: 0 },
      { toString: null, valueOf: 'x' },
      { toJSON: 1 },
      { then: 'x' },
      { length: 2 ** 32 },
      { __proto__: null, constructor: { name: 'x' } },
    ),
    fc.dictionary(hostileText, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

/** One URL path segment in which the bytes are percent-encoded completely, partly, twice, wrongly or not at all. */
export const hostileSegment: Arbitrary<string> = fc.oneof(
  hostileText.map(encoded),
  hostileText.map((text) => encoded(encoded(text))),
  hostileText.map((text) => encoded(text.normalize('NFD'))),
  fc.constantFrom(
    '%2e%2e',
    '%2E',
    '%2f',
    '%2F..%2F',
    '..%2f',
    '%5c',
    '%00',
    '%',
    '%zz',
    '%c0%ae',
    '%ff',
    '%ed%a0%80',
    ';a=b',
    '@',
    'a%0d%0ab',
    '%e2%80%ae',
    '+',
    '%20',
    '%25%30%30',
    '~',
    'IR.ACME.FUZZ',
    'ir.acme.fuzz%00',
    'ir%2Eacme%2efuzz',
    'ir.acme.fuzz%20',
    '1.0.0%20',
    '%31.0.0',
  ),
  fc
    .array(fc.integer({ min: 0, max: 255 }), { minLength: 1, maxLength: 12 })
    .map((bytes) => bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')),
);

/** Text that an HTTP/1.1 client can send in a header: no line breaks, one byte per character. */
export const hostileHeader: Arbitrary<string> = fc.oneof(
  hostileText.map((text) =>
    Buffer.from(text, 'utf8')
      .toString('latin1')
      .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, ''),
  ),
  fc.constantFrom(
    '*',
    '"',
    'W/"',
    '"a", "b',
    ',,,',
    'a=1;q=-1',
    'fa;q=nan',
    'fa,en;q=2',
    '00-0-0-00',
    'gzip',
    'application/json;charset=utf-7',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'a/b/c',
  ),
);

/**
 * Percent-encodes like `encodeURIComponent`, but accepts unpaired surrogates (as the bytes of U+FFFD) instead of
 * throwing.
 */
function encoded(text: string): string {
  return [...Buffer.from(text, 'utf8')]
    .map((byte) =>
      /[\w.~-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');
}

import { describe, expect, it } from '@jest/globals';
import { readContentType } from './source-content-type.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

describe('readContentType', () => {
  it.each([
    ['text/plain', 'text/plain'],
    ['Text/Plain', 'text/plain'],
    ['TEXT/HTML', 'text/html'],
    ['text/plain;charset=utf-8', 'text/plain'],
    ['text/markdown; Charset="UTF-8"', 'text/markdown'],
    ['text/html \t;\t CHARSET=Utf-8', 'text/html'],
    ['text/plain;', 'text/plain'],
    ['Message/RFC822', 'message/rfc822'],
    [XLSX.toUpperCase(), XLSX],
    ['application/pdf;', 'application/pdf'],
  ])('reads %j as %s', (value, expected) => {
    expect(readContentType(value)).toBe(expected);
  });

  it.each([
    ['text/plain; charset=windows-1256'],
    ['text/plain; charset=utf8'],
    ['text/plain; charset="utf-8'],
    ['text/plain; format=flowed'],
    ['text/plain; charset=utf-8; format=flowed'],
    ['text/markdown; variant=GFM'],
    ['application/pdf; charset=utf-8'],
    ['image/png; q=1'],
  ])('refuses the parameters of %j with a hint', (value) => {
    expect(readContentType(value)).toMatchObject({
      code: 'format',
      path: '/content_type',
      hint: expect.stringContaining(value.split(';')[0]!),
      hint_fa: expect.any(String),
    });
  });

  it.each([
    'image/svg+xml',
    'text',
    'text/plain, text/html',
    'text/plain charset=utf-8',
    '',
    ' ',
    7,
    null,
    ['text/plain'],
  ])('refuses %j with the types that there are', (value) => {
    expect(readContentType(value)).toMatchObject({
      code: 'enum',
      path: '/content_type',
      message: expect.stringContaining('text/plain, text/markdown'),
    });
  });
});

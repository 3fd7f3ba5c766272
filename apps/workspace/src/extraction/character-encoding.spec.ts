import { describe, expect, it } from '@jest/globals';
import { htmlEncoding, isText, textEncoding } from './character-encoding.js';

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
/** 'سلام' in Windows-1256. */
const SALAM = Buffer.from('d3e1c7e3', 'hex');
const page = (head: string, text: Buffer) => Buffer.concat([Buffer.from(head), text]);
const decoded = (content: Buffer) => new TextDecoder(htmlEncoding(content)).decode(content);

describe('htmlEncoding', () => {
  it.each<[string, Buffer, string]>([
    ['a meta element', page('<meta charset=windows-1256>', SALAM), 'سلام'],
    ['quotes', page('<meta charset="Windows-1256" />', SALAM), 'سلام'],
    ['an http-equiv', page("<META http-equiv=x content='text/html; charset=cp1256'>", SALAM), 'سلام'],
    ['XHTML', page('<?xml version="1.0" encoding="windows-1256"?><html>', SALAM), 'سلام'],
    ['Shift_JIS', page('<meta charset=shift_jis>', Buffer.from('93fa967b', 'hex')), '日本'],
    ['GBK', page('<meta charset=gb2312>', Buffer.from('d6d0b9fa', 'hex')), '中国'],
    ['KOI8-R', page('<meta charset=koi8-r>', Buffer.from('edc9d2', 'hex')), 'Мир'],
    [
      'ISO-2022-JP, which is all ASCII',
      page('<meta charset=iso-2022-jp>', Buffer.from('\u001B$BF|K\\\u001B(B')),
      '日本',
    ],
    ['a byte order mark, which overrides the page', utf16('<meta charset=windows-1256>سلام'), 'سلام'],
    ['UTF-8 of a page that declares another encoding', Buffer.from('<meta charset=windows-1256>سلام'), 'سلام'],
    ['a page that says UTF-16 in ASCII', page('<meta charset=utf-16>', Buffer.from('ok')), 'ok'],
  ])('follows %s', (_, content, text) => {
    expect(decoded(content).endsWith(text)).toBe(true);
    expect(isText(content, htmlEncoding(content))).toBe(true);
  });

  it('leaves a page that declares no encoding or an unknown one to fail as UTF-8', () => {
    for (const head of ['<p>', '<meta charset=x-klingon>', '<p>charset=windows-1256'])
      expect(isText(page(head, SALAM), htmlEncoding(page(head, SALAM)))).toBe(false);
  });
});

describe('isText', () => {
  const verdict = (content: Buffer) => isText(content, textEncoding(content));

  it('accepts UTF-8 and, with a byte order mark, UTF-16', () => {
    const long = 'سلام\t\r\n\f'.repeat(20_000);
    for (const content of [Buffer.from(long), Buffer.from(`\uFEFF${long}`), utf16(long), utf16(long).swap16()])
      expect(verdict(content)).toBe(true);
  });

  it.each([
    ['a NUL', Buffer.from('a\u0000b')],
    ['a NUL in UTF-16', utf16('a\u0000b')],
    ['half a character in UTF-16', utf16('ab').subarray(0, -1)],
    ['a lone surrogate in UTF-16', utf16('a\uD800b')],
    ['UTF-32', Buffer.from('fffe00006100000062000000', 'hex')],
    ['UTF-16 without a byte order mark', Buffer.from('ab', 'utf16le')],
    ['a byte that UTF-8 does not have', Buffer.from('61ff62', 'hex')],
    ['a character cut at the end', Buffer.from('سلام').subarray(0, -1)],
    ['an escape character', Buffer.from('\u001B[31mred')],
    ['a control character after the first piece', Buffer.from(`${'a'.repeat(70_000)}\u0001`)],
  ])('refuses %s', (_, content) => {
    expect(verdict(content)).toBe(false);
  });
});

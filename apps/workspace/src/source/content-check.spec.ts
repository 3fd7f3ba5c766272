import { describe, expect, it } from '@jest/globals';
import { docx, officeFile, pdfOf, PNG, xlsx } from '../../test/example-files.js';
import { docxText } from '../extraction/docx-text.js';
import { pdfText } from '../extraction/pdf-text.js';
import { TextSink } from '../extraction/text-sink.js';
import { contentMismatch } from './content-check.js';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const text = (value: string) => Buffer.from(value);
const detected = async (declared: Parameters<typeof contentMismatch>[0], content: Buffer) =>
  (await contentMismatch(declared, content))?.detected ?? 'agrees';
/** A PDF file as programs write it, with bytes in its second line that are no text. */
const binaryPdf = () => Buffer.concat([text('%PDF-1.7\n%'), Buffer.from('e2e3cfd3', 'hex'), pdfOf(['x']).subarray(8)]);

describe('contentMismatch', () => {
  it('accepts each media type with content of this type', async () => {
    expect(
      await Promise.all([
        detected('text/plain', text('سلام')),
        detected('text/markdown', text('# عنوان\n\tکد')),
        detected('text/html', text('<!doctype html><p>سلام')),
        detected('text/html', text('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>')),
        detected('application/pdf', pdfOf(['متن'])),
        detected('application/pdf', binaryPdf()),
        detected('image/png', PNG),
        detected('image/jpeg', Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')),
        detected(DOCX, await docx(['متن'])),
        detected(XLSX, await xlsx([['متن']])),
        detected('message/rfc822', text('From: a@b.ir\r\nSubject: x\r\n\r\nمتن')),
      ]),
    ).toEqual(Array.from({ length: 11 }, () => 'agrees'));
  });

  it('refuses content of another type, files of two types at once, and bytes that are no text', async () => {
    const html = text('<script>alert(1)</script>');
    expect(
      await Promise.all([
        detected('image/png', html),
        detected('text/html', Buffer.concat([PNG, html])),
        detected('text/html', Buffer.concat([PNG, text('<meta charset=windows-1256>')])),
        detected('text/plain', binaryPdf()),
        detected(DOCX, await xlsx([['x']])),
        detected(DOCX, Buffer.concat([PNG, await docx(['x'])])),
        detected(DOCX, (await docx(['x'])).subarray(0, -30)),
        detected('text/plain', Buffer.from([0x61, 0, 0x62])),
        detected('text/plain', Buffer.from([0xff, 0xfe, 0x61])),
        detected('message/rfc822', html),
        detected('image/jpeg', Buffer.alloc(0)),
      ]),
    ).toEqual([
      'application/octet-stream',
      'image/png',
      'image/png',
      'application/pdf',
      XLSX,
      'image/png',
      'application/octet-stream',
      'application/octet-stream',
      expect.any(String),
      'application/octet-stream',
      'application/octet-stream',
    ]);
  });

  it.each([
    'BMW fleet lease, invoice 17',
    'MZ Consulting style guide',
    'BM25 ranking notes',
    'ID3 decision trees',
    'GIFs are images',
    'GIF89a is a version of a format',
    'BMW <b>x</b>',
    'BMW X5 for rent',
    '<?xml version="1.0"?><Invoice><ID>17</ID></Invoice>',
    '%PDF-1.7 is what the first line says',
    '%!PS-Adobe-3.0 EPSF-3.0',
    'PK is a country code',
    'RIFF and WAVE, a history',
    'OggS, fLaC and MThd are signatures',
    'FLV files and FWS files',
    '8BPS: what it means',
    'wOFF 2 fonts',
    'BZh9 and Rar! archives',
    '{\\rtf1 is how RTF begins}',
    '#!/bin/sh',
    'From mina@example.ir Mon Nov 23 2020',
    'BEGIN:VCARD',
    'II* or MM*',
    'MSCF, SQLite format 3, ttcf',
    'P1 - Mobile Touch',
    'Obj1 of the list',
    'LZIP and ZWS',
  ])('accepts the text %j, whatever signature it begins with', async (value) => {
    for (const declared of ['text/plain', 'text/markdown', 'text/html'] as const)
      expect([await detected(declared, text(value)), await detected(declared, text(`\uFEFF${value}`))]).toEqual([
        'agrees',
        'agrees',
      ]);
  });

  it.each([
    ['a line end', '\r\n'],
    ['headers of HTTP', 'Content-Type: application/pdf\r\n\r\n'],
    ['the headers of a form', `--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`],
    ['200 other bytes', 'x'.repeat(200)],
    ['a byte order mark', '\uFEFF'],
    ['an operator of a printer', '2 J\n'],
    ['1,019 bytes', ' '.repeat(1_019)],
  ])('accepts PDF after %s, and reads the same text', async (_, before) => {
    const content = Buffer.concat([text(before), pdfOf(['Total 42', 'دو'])]);
    const sink = new TextSink(1_000);
    expect(await detected('application/pdf', content)).toBe('agrees');
    await pdfText(content, sink);
    expect(sink.text().trim()).toBe('Total 42\nدو');
  });

  it('refuses PDF whose header is not within the first 1,024 bytes', async () => {
    const content = Buffer.concat([Buffer.alloc(1_020, ' '), pdfOf(['x'])]);
    expect(await detected('application/pdf', content)).toBe('application/octet-stream');
  });

  it.each<[string, Buffer]>([
    ['line ends', text('\r\n\r\n')],
    ['the end of a form', text('\r\n--boundary--\r\n')],
    ['zeros', Buffer.alloc(512)],
    ['more bytes than a comment may have', Buffer.alloc(70_000, 'x')],
    ['the signature of an end', text('PK\u0005\u0006 is no end')],
    ['a whole record of an end', Buffer.concat([text('PK\u0005\u0006'), Buffer.alloc(18)])],
  ])('accepts a DOCX file with %s after it, and reads its text', async (_, after) => {
    const content = Buffer.concat([await docx(['متن']), after]);
    const sink = new TextSink(1_000);
    expect(await detected(DOCX, content)).toBe('agrees');
    await docxText(content, sink);
    expect(sink.text().trim()).toBe('متن');
  });

  const types = (main: string, encoding: BufferEncoding = 'utf8') => ({
    '[Content_Types].xml': Buffer.from(`${encoding === 'utf8' ? '' : '\uFEFF'}<Types>${main}</Types>`, encoding),
  });
  it.each([
    ['that type its extension', types(`<Default Extension="xml" ContentType="${DOCX}.main+xml"/>`), 'agrees'],
    [
      'in UTF-16',
      types(`<Override PartName="/word/document.xml" ContentType="${DOCX}.main+xml"/>`, 'utf16le'),
      'agrees',
    ],
    ['in another case', types(`<Default Extension="xml" ContentType="${DOCX.toUpperCase()}.MAIN+XML"/>`), 'agrees'],
    [
      'of a file with macros',
      types('<Default ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>'),
      expect.any(String),
    ],
    ['that are malformed', types('<Override>'), expect.any(String)],
  ])('decides by the content types %s', async (_, parts, expected) => {
    expect(await detected(DOCX, await officeFile('wordprocessingml.document', parts))).toEqual(expected);
  });

  it.each([
    ['a byte order mark', '\uFEFFFrom: a@b.ir\r\nDate: x\r\n\r\nx'],
    ['the line of an mbox file', 'From a@b.ir Mon Nov 23 09:30:00 2020\nReceived: x\n\nx'],
    ['the banner of Outlook', 'Microsoft Mail Internet Headers Version 2.0\r\nReceived: x\r\n\r\nx'],
    ['empty lines', '\r\n\r\nDate: x\r\n\r\nx'],
  ])('accepts mail after %s', async (_, mail) => {
    expect(await detected('message/rfc822', text(mail))).toBe('agrees');
  });

  it('accepts an animated PNG', async () => {
    const chunk = Buffer.from('00000008acTL00000001000000000000', 'latin1');
    expect(await detected('image/png', Buffer.concat([PNG.subarray(0, 33), chunk, PNG.subarray(33)]))).toBe('agrees');
  });
});

import { describe, expect, it } from '@jest/globals';
import { docx, pdfOf, PNG, xlsx } from '../../test/example-files.js';
import { contentMismatch } from './content-check.js';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const text = (value: string) => Buffer.from(value);
const detected = async (declared: Parameters<typeof contentMismatch>[0], content: Buffer) =>
  (await contentMismatch(declared, content))?.detected ?? 'agrees';

describe('contentMismatch', () => {
  it('accepts each media type with content of this type', async () => {
    expect(
      await Promise.all([
        detected('text/plain', text('سلام')),
        detected('text/markdown', text('# عنوان\n\tکد')),
        detected('text/html', text('<!doctype html><p>سلام')),
        detected('text/html', text('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>')),
        detected('application/pdf', pdfOf(['متن'])),
        detected('image/png', PNG),
        detected('image/jpeg', Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')),
        detected(DOCX, await docx(['متن'])),
        detected(XLSX, await xlsx([['متن']])),
        detected('message/rfc822', text('From: a@b.ir\r\nSubject: x\r\n\r\nمتن')),
      ]),
    ).toEqual(Array.from({ length: 10 }, () => 'agrees'));
  });

  it('refuses content of another type, files of two types at once, and bytes that are no text', async () => {
    const html = text('<script>alert(1)</script>');
    expect(
      await Promise.all([
        detected('image/png', html),
        detected('text/html', Buffer.concat([PNG, html])),
        detected('text/plain', pdfOf(['x'])),
        detected(DOCX, await xlsx([['x']])),
        detected(DOCX, Buffer.concat([PNG, await docx(['x'])])),
        detected('text/plain', Buffer.from([0x61, 0, 0x62])),
        detected('text/plain', Buffer.from([0xff, 0xfe, 0x61])),
        detected('message/rfc822', html),
        detected('image/jpeg', Buffer.alloc(0)),
      ]),
    ).toEqual([
      'application/octet-stream',
      'image/png',
      'application/pdf',
      XLSX,
      'image/png',
      'application/octet-stream',
      expect.any(String),
      'application/octet-stream',
      'application/octet-stream',
    ]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { mailText } from './mail-text.js';
import { TextSink } from './text-sink.js';

const MAIL = 'From: Mina <mina@example.ir>\r\nSubject: Offer\r\n\r\nFrom now on\r\n';
const textOf = async (content: string | Buffer): Promise<string> => {
  const sink = new TextSink(10_000);
  await mailText(Buffer.from(content), sink);
  return sink.text().trim();
};

describe('mailText', () => {
  it.each([
    ['a byte order mark', '\uFEFF'],
    ['the line of an mbox file', 'From mina@example.ir Mon Nov 23 09:30:00 2020\r\n'],
    ['the line of an mbox file of Thunderbird', 'From - Mon Nov 23 09:30:00 2020\n'],
    ['the quoted line of an mbox file', '>From mina@example.ir Mon Nov 23 09:30:00 2020\n'],
    ['a byte order mark, empty lines and the line of an mbox file', '\uFEFF\r\n\nFrom MAILER-DAEMON Mon Nov 23 2020\n'],
    ['the banner of Outlook', 'Microsoft Mail Internet Headers Version 2.0\r\n'],
    ['empty lines', '\r\n\r\n'],
  ])('reads a message after %s', async (_, before) => {
    expect(await textOf(before + MAIL)).toBe('From: Mina <mina@example.ir>\nSubject: Offer\n\nFrom now on');
  });

  it.each([
    ['a header with a space before its colon', 'From : mina@example.ir\r\nSubject: x\r\n\r\nتن'],
    ['the text of a media type that is none', 'From: mina@example.ir\nSubject: x\nContent-Type: text\n\nتن'],
    ['a message whose first header is another one', 'Subject: x\r\nFrom: mina@example.ir\r\n\r\nتن'],
  ])('keeps %s', async (_, mail) => {
    expect(await textOf(mail)).toBe('From: mina@example.ir\nSubject: x\n\nتن');
  });

  it.each([
    ['text/plain; charset=windows-1256', Buffer.from([0xd3, 0xe1, 0xc7, 0xe3]), 'سلام'],
    ['text/plain; charset=Windows-1252', Buffer.from([0xf1, 0x20, 0x92]), 'ñ ’'],
    ['text/plain; charset="iso-8859-8-i"', Buffer.from([0xf9, 0xec]), 'של'],
    ['text/plain; charset=x-unknown', Buffer.from('hello'), 'hello'],
    ['multipart/mixed; boundary=b', Buffer.from('--b\r\n\r\nno end'), 'no end'],
    ['text/html', Buffer.from([...Buffer.from('<meta charset=iso-8859-1><p>S'), 0xf8, 0x6e]), 'Søn'],
    ['text/plain; format=flowed; delsp=yes', Buffer.from('long \r\nline'), 'longline'],
  ])('reads the text of a message of the type %s', async (type, body, text) => {
    const mail = Buffer.concat([Buffer.from(`From: a@b.ir\r\nSubject: x\r\nContent-Type: ${type}\r\n\r\n`), body]);
    expect(await textOf(mail)).toBe(`From: a@b.ir\nSubject: x\n\n${text}`);
  });
});

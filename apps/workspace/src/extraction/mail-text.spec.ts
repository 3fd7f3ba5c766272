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
});

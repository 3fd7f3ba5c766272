import PostalMime, { type Address, type Email } from 'postal-mime';
import { htmlText } from './html-text.js';
import { mailMessage } from './mail-message.js';
import type { TextSink } from './text-sink.js';

const NESTING_MAX = 20;
const HEADERS_MAX_BYTES = 256 * 1024;
const START_CHARACTERS = 4_096;
const HTML_DECLARATION = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w-]+)/i;
const HTML_WITHOUT_ENCODING = /^content-type:[ \t]*text\/html(?=[ \t]*;?[ \t]*\r?$)/gim;

/** Extracts the main headers and the text of a message (RFC 5322), without its attachments. */
export async function mailText(content: Buffer, sink: TextSink): Promise<void> {
  const mail = await parsed(mailMessage(content));
  const headers = [
    ['From', mail.from === undefined ? '' : addressText(mail.from)],
    ['To', (mail.to ?? []).map(addressText).join(', ')],
    ['Date', mail.date ?? ''],
    ['Subject', mail.subject ?? ''],
  ];
  for (const [name, value] of headers) if (value !== '') sink.append(`${name}: ${value}\n`);
  sink.append('\n');
  // A media type that is none counts as plain text (RFC 2045, section 5.2); the library has it as an attachment.
  const untyped = mail.attachments.find(({ mimeType }) => !mimeType.includes('/'));
  const text = mail.text ?? (untyped === undefined ? '' : new TextDecoder().decode(untyped.content as ArrayBuffer));
  if (text.trim() !== '') sink.append(text);
  else htmlText(mail.html ?? '', sink);
}

async function parsed(message: Buffer): Promise<Email> {
  const limits = { maxNestingDepth: NESTING_MAX, maxHeadersSize: HEADERS_MAX_BYTES };
  const mail = await PostalMime.parse(message, limits);
  // Some programs say the encoding of HTML only in the HTML, where the library does not look.
  const encoding =
    mail.html?.includes('\uFFFD') === true
      ? HTML_DECLARATION.exec(mail.html.slice(0, START_CHARACTERS))?.[1]
      : undefined;
  if (encoding === undefined) return mail;
  const completed = message.toString('latin1').replace(HTML_WITHOUT_ENCODING, `$&; charset=${encoding}`);
  return PostalMime.parse(Buffer.from(completed, 'latin1'), limits);
}

function addressText({ name, address }: Address): string {
  if (address === undefined || address === '') return name;
  return name === '' ? address : `${name} <${address}>`;
}

/**
 * Checks that the bytes of a source are what its media type demands (docs/reference/sources.md, Media types).
 * Signatures of other formats only name what was found instead: many of them are letters that a text may begin with.
 */
import type { SourceContentType } from '@kushk/contracts';
import { fileTypeFromBuffer } from 'file-type';
import { htmlEncoding, isText, textEncoding } from '../extraction/character-encoding.js';
import { mailMessage } from '../extraction/mail-message.js';
import { officeMediaType } from '../extraction/office-package.js';
import { pdfStart } from '../extraction/pdf-start.js';

/** What the bytes are, when they are not what was declared. */
export interface Mismatch {
  readonly declared: SourceContentType;
  /** A media type, or `application/octet-stream` when the bytes have none that is known. */
  readonly detected: string;
}

const UNKNOWN = 'application/octet-stream';
/** With the header of the first chunk, whose name begins four bytes later. */
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const PNG_FIRST_CHUNK = Buffer.from('IHDR');
const JPEG = Buffer.from('ffd8ff', 'hex');
const ZIP = Buffer.from('PK\u0003\u0004');
const BYTES_OF_HEADERS = 64 * 1024;
/** At least one header that a message or its transport has (RFC 5322, section 3.6). */
const MAIL_HEADER = /^(from|date|subject|received|message-id|return-path|mime-version)[ \t]*:/im;
const ANY_HEADER = /^[!-9;-~]+[ \t]*:/;

/** Returns null when the bytes agree with the declared media type. */
export async function contentMismatch(declared: SourceContentType, content: Buffer): Promise<Mismatch | null> {
  if (await agrees(declared, content)) return null;
  const detected = (await fileTypeFromBuffer(content))?.mime;
  return { declared, detected: detected === undefined || detected === declared ? UNKNOWN : detected };
}

async function agrees(declared: SourceContentType, content: Buffer): Promise<boolean> {
  switch (declared) {
    case 'text/plain':
    case 'text/markdown':
      return isText(content, textEncoding(content));
    case 'text/html':
      return isText(content, htmlEncoding(content));
    case 'message/rfc822':
      return isMail(mailMessage(content));
    case 'application/pdf':
      return pdfStart(content) >= 0;
    case 'image/png':
      return startsWith(content, PNG) && startsWith(content.subarray(PNG.length + 4), PNG_FIRST_CHUNK);
    case 'image/jpeg':
      return startsWith(content, JPEG);
    case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
    case 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet':
      return startsWith(content, ZIP) && (await officeMediaType(content)) === declared;
  }
}

function startsWith(content: Buffer, bytes: Buffer): boolean {
  return content.subarray(0, bytes.length).equals(bytes);
}

function isMail(message: Buffer): boolean {
  const start = message.toString('latin1', 0, BYTES_OF_HEADERS);
  const headers = start.split(/\r?\n\r?\n/, 1)[0]!;
  return ANY_HEADER.test(headers) && MAIL_HEADER.test(headers) && !headers.includes('\u0000');
}

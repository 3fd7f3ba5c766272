/** Checks that the bytes of a source match its media type (docs/reference/sources.md, Media types). */
import type { SourceContentType } from '@kushk/contracts';
import { fileTypeFromBuffer } from 'file-type';

/** What the bytes are, when they are not what was declared. */
export interface Mismatch {
  readonly declared: SourceContentType;
  /** A media type, or `application/octet-stream` when the bytes have none that is known. */
  readonly detected: string;
}

const UNKNOWN = 'application/octet-stream';
/** XHTML is XML, too. */
const FOUND_IN_TEXT: Readonly<Record<string, readonly string[]>> = { 'text/html': ['application/xml'] };
/** Control characters except tab, line feed, form feed and carriage return. */
const UNUSUAL_CONTROL = /[^\P{Cc}\t\n\f\r\u007F-\u009F]/u;
const PIECE_BYTES = 64 * 1024;
const BYTES_OF_HEADERS = 64 * 1024;
/** At least one header that every message or its transport has (RFC 5322, section 3.6). */
const MAIL_HEADER = /^(from|date|received|message-id|return-path|mime-version):/im;
const ANY_HEADER = /^[!-9;-~]+[ \t]*:/;

/** Returns null when the bytes agree with the declared media type. */
export async function contentMismatch(declared: SourceContentType, content: Buffer): Promise<Mismatch | null> {
  const detected = (await fileTypeFromBuffer(content))?.mime;
  const mismatch = { declared, detected: detected ?? UNKNOWN };
  switch (declared) {
    case 'text/plain':
    case 'text/markdown':
    case 'text/html': {
      const isKnownText = detected === undefined || FOUND_IN_TEXT[declared]?.includes(detected) === true;
      return isKnownText && isText(content) ? null : mismatch;
    }
    case 'message/rfc822':
      return (detected === undefined || detected === declared) && isMail(content) ? null : mismatch;
    case 'application/pdf':
    case 'image/png':
    case 'image/jpeg':
    case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
    case 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet':
      return detected === declared ? null : mismatch;
  }
}

/**
 * Whether the bytes are UTF-8 without control characters, except those that texts have. Works piece by piece, so that
 * the text is never in memory as a whole.
 */
function isText(content: Buffer): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < content.length; at += PIECE_BYTES) {
      const text = decoder.decode(content.subarray(at, at + PIECE_BYTES), { stream: true });
      if (UNUSUAL_CONTROL.test(text)) return false;
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

function isMail(content: Buffer): boolean {
  const start = content
    .subarray(0, BYTES_OF_HEADERS)
    .toString('latin1')
    .replace(/^\r?\n/, '');
  const headers = start.split(/\r?\n\r?\n/, 1)[0]!;
  return ANY_HEADER.test(headers) && MAIL_HEADER.test(headers) && !headers.includes('\u0000');
}

/** Response headers for content that a plugin brought in: it is saved as a file and never shown as a page. */
import { create } from 'content-disposition';

const NAME_MAX_CHARACTERS = 120;
const FALLBACK_NAME = 'file';
/** Separators of paths, wildcards and characters that a file system or a shell treats specially. */
const RESERVED = /[\\/:*?"<>|;%&$`'~#{}^]/g;
/** Control and format characters: bidirectional marks and overrides, zero-width and invisible ones. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/gu;
/** Names of devices on Windows, also with an extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

const extensions: Readonly<Record<string, string>> = {
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/html': 'html',
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'message/rfc822': 'eml',
};

/**
 * The name of the file, from a title that a plugin wrote. The extension comes from the checked media type alone, so a
 * title cannot make a document look like a program.
 */
export function fileName(title: string, contentType: string): string {
  const extension = extensions[contentType] ?? 'bin';
  const plain = title
    .normalize('NFC')
    // The zero-width non-joiner is a letter's form in Persian, but a file name can do without.
    .replaceAll(INVISIBLE, ' ')
    .replaceAll(RESERVED, ' ')
    .replaceAll(/\s+/g, ' ');
  const characters = [...plain].slice(0, NAME_MAX_CHARACTERS).join('');
  const name = characters.replace(/^[\s.]+/, '').replace(/[\s.]+$/, '');
  const stem = name.toLowerCase().endsWith(`.${extension}`) ? name.slice(0, -extension.length - 1).trimEnd() : name;
  const safe = DEVICE.test(stem) ? `_${stem}` : stem;
  return `${safe === '' ? FALLBACK_NAME : safe}.${extension}`;
}

/** Headers beside the common ones, which already forbid to guess another media type and to frame the response. */
export function attachmentHeaders(title: string, contentType: string): Readonly<Record<string, string>> {
  return {
    'content-disposition': create(fileName(title, contentType), { type: 'attachment' }),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
  };
}

/**
 * Text is sent as plain text: a browser that ignores the other headers still shows no HTML. Its first bytes, `start`,
 * tell its encoding. A text that is neither UTF-8 nor has a byte order mark states its encoding itself.
 */
export function servedType(contentType: string, start: Buffer): string {
  if (!contentType.startsWith('text/')) return contentType;
  const charset = charsetOf(start);
  return charset === null ? 'text/plain' : `text/plain; charset=${charset}`;
}

function charsetOf(start: Buffer): string | null {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  try {
    // The last character may be incomplete.
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true });
    return 'utf-8';
  } catch {
    return null;
  }
}

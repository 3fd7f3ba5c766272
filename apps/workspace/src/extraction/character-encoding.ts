/**
 * The character encoding of texts: a byte order mark decides, then what the format says. `TextDecoder` knows every
 * encoding of the web (WHATWG Encoding).
 */

const MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;
const UTF_8 = 'utf-8';
/** Bytes that may declare the encoding. */
const START_BYTES = 4_096;
const PIECE_BYTES = 64 * 1024;
const XML_DECLARATION = /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)["']/;
const HTML_DECLARATION = /<meta\s[^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i;
/** Control characters except tab, line feed, form feed and carriage return. */
const UNUSUAL_CONTROL = /[^\P{Cc}\t\n\f\r\u007F-\u009F]/u;

/** The encoding of plain text: UTF-8 without a byte order mark. */
export function textEncoding(content: Buffer): string {
  return markedEncoding(content) ?? UTF_8;
}

/**
 * The encoding of HTML. Valid UTF-8 is taken as such whatever it declares, because a plugin may send a page as a JSON
 * string, and other encodings are hardly ever valid UTF-8.
 */
export function htmlEncoding(content: Buffer): string {
  const marked = markedEncoding(content);
  if (marked !== null || isText(content, UTF_8)) return marked ?? UTF_8;
  const start = content.toString('latin1', 0, START_BYTES);
  return declaredEncoding(XML_DECLARATION.exec(start) ?? HTML_DECLARATION.exec(start));
}

/** The encoding of XML whose first bytes are `start` (XML 1.0, appendix F). */
export function xmlEncoding(start: Buffer): string {
  const marked = markedEncoding(start);
  if (marked !== null) return marked;
  if (start[0] === 0x3c && start[1] === 0) return 'utf-16le';
  if (start[0] === 0 && start[1] === 0x3c) return 'utf-16be';
  return declaredEncoding(XML_DECLARATION.exec(start.toString('latin1', 0, START_BYTES)));
}

/**
 * Whether the bytes are a text in this encoding, without control characters except those that texts have. Works piece
 * by piece, so that the text is never in memory as a whole.
 */
export function isText(content: Buffer, encoding: string): boolean {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    for (let at = 0; at < content.length; at += PIECE_BYTES) {
      const text = decoder.decode(content.subarray(at, at + PIECE_BYTES), { stream: true });
      if (UNUSUAL_CONTROL.test(text)) return false;
    }
    return !UNUSUAL_CONTROL.test(decoder.decode());
  } catch {
    return false;
  }
}

function markedEncoding(content: Buffer): string | null {
  return MARKS.find(([, mark]) => mark.every((byte, index) => content[index] === byte))?.[0] ?? null;
}

/** A declaration that was readable as ASCII cannot be UTF-16, though some programs write that. */
function declaredEncoding(declaration: RegExpExecArray | null): string {
  const declared = declaration?.[1]?.trim().toLowerCase() ?? UTF_8;
  return /^(utf-?16|ucs-?2|iso-10646-ucs-2|unicode)/.test(declared) ? UTF_8 : declared;
}

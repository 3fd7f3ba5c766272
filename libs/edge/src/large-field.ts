/**
 * Separates one large string from a JSON body before the body is parsed, so that the string is in memory once, as
 * bytes: parsing a body of megabytes as a whole takes several times its size.
 */
import { isUtf8 } from 'node:buffer';
import { Refused } from './refused.js';

export interface SplitBody {
  /** The body with an empty string in place of the field's value. */
  readonly rest: Buffer;
  /**
   * The value of the field in UTF-8, within the memory of the body. Null when the body has no such field at its top
   * level, or when the value is no string; `rest` then has the value as it was sent.
   */
  readonly value: Buffer | null;
  /** Where the empty string begins in `rest`, after its quote; 0 without a value. */
  readonly at: number;
}

const QUOTE = 0x22,
  BACKSLASH = 0x5c,
  COLON = 0x3a,
  LOWER_U = 0x75;
/** Characters that JSON allows only as escape sequences. */
const CONTROL = /[^\u0020-\u00FF]/;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);
const WHITE_SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);
const ESCAPED_UNIT_BYTES = 6;
const PIECE_BYTES = 64 * 1024;

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Splits a body. Overwrites its bytes. Throws `request.malformed` when the value is no JSON string, is not UTF-8, or
 * contains NUL or a lone surrogate. Everything else is checked when `rest` is parsed.
 */
export function splitLargeField(body: Buffer, field: string): SplitBody {
  const spans = valuesOf(body, field);
  const [span] = spans;
  if (span === undefined) return { rest: body, value: null, at: 0 };
  const parts: Buffer[] = [];
  let from = 0;
  // A repeated field stays in the rest, whose parser rejects it.
  for (const { start, end } of spans) {
    parts.push(Buffer.from(body.subarray(from, start)));
    from = end;
  }
  parts.push(Buffer.from(body.subarray(from)));
  return { rest: Buffer.concat(parts), value: unescaped(body.subarray(span.start, span.end)), at: span.start };
}

/** Finds the string values of the field at the top level: the bytes between the quotes. */
function valuesOf(body: Buffer, field: string): Span[] {
  const spans: Span[] = [];
  let depth = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]!;
    if (OPENING.has(byte)) depth += 1;
    else if (CLOSING.has(byte)) depth -= 1;
    if (byte !== QUOTE) continue;
    const end = endOfString(body, at + 1);
    const value = depth === 1 ? stringAfterColon(body, end + 1) : null;
    if (value !== null && isName(body.subarray(at, end + 1), field)) {
      const last = endOfString(body, value);
      if (last === body.length) return [];
      spans.push({ start: value, end: last });
      at = last;
    } else {
      at = end;
    }
  }
  return spans;
}

/** Returns where the value begins when a colon and a string follow. */
function stringAfterColon(body: Buffer, from: number): number | null {
  const colon = afterWhiteSpace(body, from);
  if (body[colon] !== COLON) return null;
  const quote = afterWhiteSpace(body, colon + 1);
  return body[quote] === QUOTE ? quote + 1 : null;
}

function afterWhiteSpace(body: Buffer, from: number): number {
  let at = from;
  while (WHITE_SPACE.has(body[at] ?? 0)) at += 1;
  return at;
}

/** Returns the position of the closing quote, or the length of the body when there is none. */
function endOfString(body: Buffer, start: number): number {
  for (let end = body.indexOf(QUOTE, start); end !== -1; end = body.indexOf(QUOTE, end + 1)) {
    let slashes = 0;
    while (end - 1 - slashes >= start && body[end - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return body.length;
}

function isName(quoted: Buffer, field: string): boolean {
  // The longest spelling of a name has six bytes per character.
  if (quoted.length > field.length * ESCAPED_UNIT_BYTES + 2) return false;
  try {
    return JSON.parse(quoted.toString('utf8')) === field;
  } catch {
    return false;
  }
}

/** Replaces the escape sequences of a string in place: the text is never longer than its escaped form. */
function unescaped(string: Buffer): Buffer {
  assertPrintable(string);
  if (!string.includes(BACKSLASH)) {
    assertUtf8(string);
    return string;
  }
  let length = 0;
  for (let at = 0; at < string.length;) {
    const end = endOfPiece(string, at);
    length += string.write(parsed(string.subarray(at, end)), length, 'utf8');
    at = end;
  }
  return string.subarray(0, length);
}

/** Returns the end of a piece that does not divide an escape sequence, a character or a surrogate pair. */
function endOfPiece(string: Buffer, start: number): number {
  let at = start;
  while (at < string.length) {
    const isFull = at - start >= PIECE_BYTES;
    const byte = string[at]!;
    if (byte === BACKSLASH) {
      const isUnit = string[at + 1] === LOWER_U;
      if (isFull && !(isUnit && isLowSurrogate(string, at))) return at;
      at += isUnit ? ESCAPED_UNIT_BYTES : 2;
    } else {
      // The bytes of a character after its first one begin with the bits 10.
      if (isFull && (byte & 0xc0) !== 0x80) return at;
      at += 1;
    }
  }
  return string.length;
}

function isLowSurrogate(string: Buffer, at: number): boolean {
  return /^\\u[dD][c-fC-F]/.test(string.toString('latin1', at, at + ESCAPED_UNIT_BYTES));
}

function parsed(piece: Buffer): string {
  assertUtf8(piece);
  let text: string;
  try {
    text = JSON.parse(`"${piece.toString('utf8')}"`) as string;
  } catch {
    throw malformed('not JSON');
  }
  if (text.includes('\u0000')) throw malformed('a string contains a NUL character');
  if (!text.isWellFormed()) throw malformed('a string contains a lone surrogate');
  return text;
}

function assertPrintable(string: Buffer): void {
  for (let at = 0; at < string.length; at += PIECE_BYTES)
    if (CONTROL.test(string.toString('latin1', at, at + PIECE_BYTES))) throw malformed('not JSON');
}

function assertUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw malformed('not UTF-8');
}

function malformed(reason: string): Refused {
  return Refused.with('request.malformed', { reason });
}

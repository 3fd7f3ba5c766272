/** The one reader of JSON that others send: requests, and the responses of plugins. */
import { rememberJsonText } from './json-text.js';

export interface JsonLimits {
  /** Maximum nesting depth of objects and arrays; a scalar has depth 0. */
  readonly depth: number;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Why a text cannot be read. */
export class InvalidJson extends Error {
  override readonly name = 'InvalidJson';
  /** In words, for a developer. */
  readonly reason: string;
  /** The offset of a syntax error in characters, where it is known. */
  readonly position: number | null;
  /** JSON Pointer to a number that a double cannot hold exactly. All else in the text is valid then. */
  readonly inexactNumber: string | null;

  constructor(reason: string, position: number | null, inexactNumber: string | null) {
    super(reason);
    this.reason = reason;
    this.position = position;
    this.inexactNumber = inexactNumber;
  }
}

/**
 * Reads JSON as I-JSON (RFC 7493) with further restrictions, so that every service receives exactly the value that
 * was sent. Rejects text that is not UTF-8, duplicate keys, the key `__proto__`, numbers that a double does not hold
 * exactly, lone surrogates and NUL characters (PostgreSQL cannot store them). A number is exact if the shortest text
 * of its double is the same decimal. Throws {@link InvalidJson}.
 */
export function readJson(bytes: Uint8Array, limits: JsonLimits): unknown {
  let source: string;
  try {
    source = utf8.decode(bytes);
  } catch {
    throw malformed('not UTF-8');
  }
  const { keys, depth, hasUnusualNumbers } = measure(source, limits.depth);
  if (depth > limits.depth) throw malformed(`deeper than ${limits.depth} levels`);
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (error) {
    throw malformed('not JSON', positionIn(error));
  }
  if (countKeys(value) !== keys) throw malformed('an object has a duplicate key');
  if (hasUnusualNumbers) {
    const path = inexactNumberIn(source);
    if (path !== null) throw new InvalidJson('a number has more digits than a double', null, path);
  }
  rememberOnlyMember(value, source);
  return value;
}

/** Remembers the text of the one large member of a body such as `{"data": {…}}`, which is passed on unchanged. */
function rememberOnlyMember(body: unknown, source: string): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  const [member, ...others] = Object.values(body) as unknown[];
  if (others.length > 0 || typeof member !== 'object' || member === null) return;
  const colon = source.indexOf(':', endOfString(source, source.indexOf('"')));
  rememberJsonText(member, source.slice(colon + 1, source.lastIndexOf('}')).trim());
}

function malformed(reason: string, position: number | null = null): InvalidJson {
  return new InvalidJson(reason, position, null);
}

/** Takes the place of a number that is not exact. */
const INEXACT = Symbol('inexact');

/** JSON Pointer to the first number that its double does not hold exactly, or null. */
function inexactNumberIn(source: string): string | null {
  const marked: unknown = JSON.parse(source, (_key: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' && context?.source !== undefined && !isExactNumber(context.source, value)
      ? INEXACT
      : value,
  );
  return pathTo(marked);
}

function pathTo(value: unknown): string | null {
  if (value === INEXACT) return '';
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    const below = pathTo(member);
    if (below !== null) return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}${below}`;
  }
  return null;
}

/**
 * Whether the shortest text of a double is the same decimal as the text that it was read from. The text may have the
 * further forms of YAML: `+1`, `.5`, `0x1F`, `0o17`.
 */
export function isExactNumber(text: string, value: number): boolean {
  return decimalOf(text) === decimalOf(String(value));
}

/** A decimal without zeros at either end and its exponent, as text: equal texts are equal numbers. */
function decimalOf(text: string): string {
  if (/^0[xo]/.test(text)) return decimalOf(String(BigInt(text)));
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^\+?(-?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

/**
 * Returns the offset of a syntax error, or null. Only V8's error message contains it, together with an excerpt of the
 * body, which no response may repeat. If a later engine changes the message, only the position is lost.
 */
function positionIn(error: unknown): number | null {
  const found = error instanceof Error ? /position (\d+)/.exec(error.message) : null;
  return found ? Number(found[1]) : null;
}

const QUOTE = 34,
  COLON = 58,
  OPEN_ARRAY = 91,
  BACKSLASH = 92,
  CLOSE_ARRAY = 93,
  POINT = 46,
  EXPONENT = 101,
  LOWER_CASE = 32,
  ZERO = 48,
  NINE = 57,
  OPEN_OBJECT = 123,
  CLOSE_OBJECT = 125;

/** A double holds every number with so many digits and no exponent. */
const EXACT_DIGITS = 15;

interface Measures {
  readonly keys: number;
  readonly depth: number;
  /** Whether some number may have a double that is not exact. */
  readonly hasUnusualNumbers: boolean;
}

/**
 * Counts keys and nesting depth from the punctuation alone. For text that is not JSON the result is meaningless, but
 * the parser rejects such text.
 */
function measure(source: string, depthLimit: number): Measures {
  let keys = 0,
    level = 0,
    depth = 0,
    digits = 0,
    mostDigits = 0,
    hasExponent = false;
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charCodeAt(at);
    if (character >= ZERO && character <= NINE) {
      digits += 1;
      if (digits > mostDigits) mostDigits = digits;
      continue;
    }
    if (digits > 0 && (character | LOWER_CASE) === EXPONENT) hasExponent = true;
    if (character !== POINT) digits = 0;
    switch (character) {
      case QUOTE:
        at = endOfString(source, at);
        break;
      case COLON:
        keys += 1;
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        level += 1;
        if (level > depth) depth = level;
        if (depth > depthLimit) return { keys, depth, hasUnusualNumbers: false };
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        level -= 1;
        break;
    }
  }
  return { keys, depth, hasUnusualNumbers: hasExponent || mostDigits > EXACT_DIGITS };
}

function endOfString(source: string, start: number): number {
  for (let end = source.indexOf('"', start + 1); end !== -1; end = source.indexOf('"', end + 1)) {
    let slashes = 0;
    while (source.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return source.length;
}

/**
 * Counts the keys of a parsed value. If the text contains more keys than the value, a key was duplicated. Rejects
 * values that no service could store.
 */
function countKeys(value: unknown): number {
  if (typeof value === 'string') return assertText(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw malformed('a number does not fit into a double');
    return 0;
  }
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countKeys(item), 0);
  let keys = 0;
  for (const key of Object.keys(value)) {
    if (key === '__proto__') throw malformed('the key __proto__ is not accepted');
    assertText(key);
    keys += 1 + countKeys((value as Readonly<Record<string, unknown>>)[key]);
  }
  return keys;
}

function assertText(text: string): 0 {
  if (text.includes('\u0000')) throw malformed('a string contains a NUL character');
  if (!text.isWellFormed()) throw malformed('a string contains a lone surrogate');
  return 0;
}

/** Hashes over JSON that do not depend on how it was written: RFC 8785 (JCS). */
import { createHash } from 'node:crypto';
import { configure } from 'safe-stable-stringify';

const sorted = configure({ deterministic: true, strict: true });
/** How JSON writes half of a surrogate pair, or, seldom, a text about that. */
const LIKE_LONE_SURROGATE = /\\ud[89a-f]/;

/** RFC 8785 text of a JSON value. Throws a `TypeError` on what has none: NaN, infinities, lone surrogates, undefined. */
export function canonicalJson(value: unknown): string {
  const text = textOf(value);
  if (text === undefined) throw new TypeError('no canonical JSON: the value is not JSON');
  if (LIKE_LONE_SURROGATE.test(text) && !isWellFormed(JSON.parse(text)))
    throw new TypeError('no canonical JSON: a lone surrogate');
  return text;
}

function textOf(value: unknown): string | undefined {
  try {
    return sorted(value);
  } catch (error) {
    throw new TypeError(`no canonical JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, member]) => name.isWellFormed() && isWellFormed(member));
}

/** Digest of a manifest as submitted, `sha256:<64 hex>` (contract §5). */
export function canonicalDigest(manifest: unknown): string {
  return `sha256:${sha256Hex(canonicalJson(manifest))}`;
}

/**
 * What is stored beside an idempotency key to tell a repeat from another request: 64 hex characters of SHA-256.
 * Text that RFC 8785 refuses (lone surrogates) is hashed as JSON writes it: a request may hold it, and be refused
 * later for a better reason.
 */
export function inputHash(value: unknown): string {
  const input = value === undefined ? null : value;
  try {
    return sha256Hex(canonicalJson(input));
  } catch {
    return sha256Hex(`not canonical:${JSON.stringify(input)}`);
  }
}

function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

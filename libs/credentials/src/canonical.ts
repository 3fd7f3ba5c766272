/** Hashes of JSON values that are independent of formatting and member order: RFC 8785 (JCS). */
import { hash } from 'node:crypto';
import { configure } from 'safe-stable-stringify';

const sorted = configure({ deterministic: true, strict: true });
/** Matches the JSON escape of a lone surrogate. A string may also contain these characters unescaped. */
const LIKE_LONE_SURROGATE = /\\ud[89a-f]/;

/** Returns the RFC 8785 text of a JSON value. Throws `TypeError` for NaN, infinities, lone surrogates and undefined. */
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

/** Returns the digest of a manifest as it was submitted, `sha256:<64 hex>`. */
export function canonicalDigest(manifest: unknown): string {
  return `sha256:${sha256Hex(canonicalJson(manifest))}`;
}

/**
 * The hash that is stored with an idempotency key, to distinguish a repeated request from a different one: 64 hex
 * characters of SHA-256. A value without canonical JSON (lone surrogates) is hashed as JSON text, because the request
 * that contains it is rejected later with a specific reason.
 */
export function inputHash(value: unknown): string {
  const input = value === undefined ? null : value;
  try {
    return sha256Hex(canonicalJson(input));
  } catch {
    return sha256Hex(`not canonical:${JSON.stringify(input)}`);
  }
}

/** Returns the SHA-256 of a text in UTF-8, in hex. */
export function sha256Hex(text: string): string {
  return hash('sha256', text, 'hex');
}

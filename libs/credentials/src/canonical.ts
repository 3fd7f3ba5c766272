/** Hashes over JSON that do not depend on how it was written: RFC 8785 (JCS). */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** RFC 8785 text of a JSON value. Throws a `TypeError` on what has none: NaN, infinities, lone surrogates, undefined. */
export function canonicalJson(value: unknown): string {
  try {
    const text = canonicalize(value);
    if (text !== undefined) return text;
  } catch (error) {
    throw new TypeError(`no canonical JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new TypeError('no canonical JSON: the value is not JSON');
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

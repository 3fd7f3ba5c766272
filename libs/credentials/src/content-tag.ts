import { createHash } from 'node:crypto';

const TAG_CHARACTERS = 32;

/**
 * Returns the first 32 hex characters of the SHA-256 of a response's JSON text. In quotes, they are the strong `ETag`
 * of the response (RFC 9110, section 8.8.3). A service that waits for a response to change compares the same value.
 */
export function contentTag(json: string): string {
  return createHash('sha256').update(json, 'utf8').digest('hex').slice(0, TAG_CHARACTERS);
}

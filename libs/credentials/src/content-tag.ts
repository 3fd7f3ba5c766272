import { createHash } from 'node:crypto';

const TAG_CHARACTERS = 32;

/**
 * What identifies the JSON text of an answer: 32 hex characters of its SHA-256, which stand in quotes as its strong
 * `ETag` (RFC 9110, section 8.8.3). A service that waits for an answer to change compares by the same tag.
 */
export function contentTag(json: string): string {
  return createHash('sha256').update(json, 'utf8').digest('hex').slice(0, TAG_CHARACTERS);
}

import { createHash } from 'node:crypto';

const TAG_CHARACTERS = 32;

/**
 * Identifies the JSON text of a response by 32 hex characters of its SHA-256. In quotes, the tag is the response's
 * strong `ETag` (RFC 9110, section 8.8.3). A service that waits for a response to change compares the same tag.
 */
export function contentTag(json: string): string {
  return createHash('sha256').update(json, 'utf8').digest('hex').slice(0, TAG_CHARACTERS);
}

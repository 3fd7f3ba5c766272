import { Refused } from './refused.js';

const STRONG_TAG = /^"?(\d{1,15})"?$/;

/** Returns the revision in `If-Match` (`"4"` or `4`), or null without the header. Throws `request.malformed`. */
export function ifMatch(header: string | undefined): number | null {
  if (header === undefined) return null;
  const tag = STRONG_TAG.exec(header.trim());
  if (!tag) throw Refused.with('request.malformed', { reason: 'If-Match must be one revision such as "4"' });
  return Number(tag[1]);
}

/** Formats a revision as an `ETag`. */
export function entityTag(revision: number): string {
  return `"${revision}"`;
}

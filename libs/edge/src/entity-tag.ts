/**
 * Conditional reads (RFC 9110, section 13.1.2): the response is 304 without a body when the client already has the
 * current representation.
 */
import { Refused } from './refused.js';

/** Matches any current representation. */
export const ANY_TAG = '*';

const MAX_CHARACTERS = 4_096;
/** One tag of a list, with the comma that follows. A tag may contain commas itself. */
const LISTED_TAG = /[ \t]*(?:(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(,|$)/y;

/**
 * Returns the ETags in `If-None-Match` without quotes: `['*']` for the value `*`, an empty list without the header.
 * Weak ETags are treated like strong ones, as the RFC requires: compressing proxies weaken our ETags. Throws
 * `request.malformed`.
 */
export function ifNoneMatch(header: string | undefined): readonly string[] {
  const text = header?.trim() ?? '';
  if (text === '') return [];
  if (text === ANY_TAG) return [ANY_TAG];
  if (text.length > MAX_CHARACTERS) throw malformed();
  const tags: string[] = [];
  LISTED_TAG.lastIndex = 0;
  for (let found = LISTED_TAG.exec(text); ; found = LISTED_TAG.exec(text)) {
    if (found === null) throw malformed();
    const [, tag, end] = found;
    // Empty elements of a list are ignored (RFC 9110, section 5.6.1).
    if (tag !== undefined) tags.push(tag);
    if (end === '') return tags;
  }
}

/** Whether the client already has the representation with this ETag. */
export function isKnown(tag: string, known: readonly string[]): boolean {
  return known.includes(tag) || known.includes(ANY_TAG);
}

function malformed(): Refused {
  return Refused.with('request.malformed', { reason: 'If-None-Match must be * or a list of tags such as "4f2a"' });
}

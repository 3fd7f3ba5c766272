/**
 * Conditional reads (RFC 9110, section 13.1.2): the response is 304 without a body when the client already has the
 * current representation.
 */
import { Refused } from './refused.js';

/** Matches any current representation. */
export const ANY_TAG = '*';

const MAX_CHARACTERS = 4_096;
const TAG = /^(?:W\/)?"([\x21\x23-\x7e]*)"$/;

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
  return text.split(',').map((part) => {
    const tag = TAG.exec(part.trim())?.[1];
    if (tag === undefined) throw malformed();
    return tag;
  });
}

/** Whether the client already has the representation with this ETag. */
export function isKnown(tag: string, known: readonly string[]): boolean {
  return known.includes(tag) || known.includes(ANY_TAG);
}

function malformed(): Refused {
  return Refused.with('request.malformed', { reason: 'If-None-Match must be * or a list of tags such as "4f2a"' });
}

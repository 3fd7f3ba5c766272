/** Conditional reading (RFC 9110, section 13.1.2): an answer that the client has already is 304 without a body. */
import { Refused } from './refused.js';

/** Stands for whatever there is. */
export const ANY_TAG = '*';

const MOST_CHARACTERS = 4_096;
const TAG = /^(?:W\/)?"([\x21\x23-\x7e]*)"$/;

/**
 * The tags of `If-None-Match` without quotes, `['*']` for any, none without the header. Weak tags count like strong
 * ones, as the RFC says: proxies that compress weaken ours. What is no list of tags is `request.malformed`.
 */
export function ifNoneMatch(header: string | undefined): readonly string[] {
  const text = header?.trim() ?? '';
  if (text === '') return [];
  if (text === ANY_TAG) return [ANY_TAG];
  if (text.length > MOST_CHARACTERS) throw malformed();
  return text.split(',').map((part) => {
    const tag = TAG.exec(part.trim())?.[1];
    if (tag === undefined) throw malformed();
    return tag;
  });
}

/** Whether the client has what is tagged so. */
export function isKnown(tag: string, known: readonly string[]): boolean {
  return known.includes(tag) || known.includes(ANY_TAG);
}

function malformed(): Refused {
  return Refused.with('request.malformed', { reason: 'If-None-Match must be * or a list of tags such as "4f2a"' });
}

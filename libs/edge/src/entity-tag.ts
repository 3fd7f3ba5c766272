/** Lists of entity tags in `If-Match` and `If-None-Match` (RFC 9110, section 13.1). */
import { Refused } from './refused.js';

/** Matches any current representation. */
export const ANY_TAG = '*';

const MAX_CHARACTERS = 4_096;
/** One tag of a list, with the comma that follows. A tag may contain commas itself. */
const LISTED_TAG = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(,|$)/y;

interface EntityTag {
  /** Without quotes. */
  readonly tag: string;
  readonly isWeak: boolean;
}

/** The tags in a header. Throws `request.malformed`. */
export function entityTags(name: 'If-Match' | 'If-None-Match', header: string): typeof ANY_TAG | readonly EntityTag[] {
  const text = header.trim();
  if (text === ANY_TAG) return ANY_TAG;
  const reason = `${name} must be * or a list of tags such as "4f2a"`;
  if (text.length > MAX_CHARACTERS) throw Refused.with('request.malformed', { reason });
  const tags: EntityTag[] = [];
  LISTED_TAG.lastIndex = 0;
  for (let found = LISTED_TAG.exec(text); ; found = LISTED_TAG.exec(text)) {
    if (found === null) throw Refused.with('request.malformed', { reason });
    const [, weak, tag, end] = found;
    // Empty elements of a list are ignored (RFC 9110, section 5.6.1).
    if (tag !== undefined) tags.push({ tag, isWeak: weak !== undefined });
    if (end === '') return tags;
  }
}

/**
 * The tags in `If-None-Match`: `['*']` for the value `*`. Weak tags are compared like strong ones, as the RFC requires:
 * compressing proxies weaken our tags. Throws `request.malformed`.
 */
export function ifNoneMatch(header: string | undefined): readonly string[] {
  const tags = entityTags('If-None-Match', header ?? '');
  return tags === ANY_TAG ? [ANY_TAG] : tags.map(({ tag }) => tag);
}

/** Whether the client already has the representation with this ETag, so that a read is answered with 304. */
export function isKnown(tag: string, known: readonly string[]): boolean {
  return known.includes(tag) || known.includes(ANY_TAG);
}

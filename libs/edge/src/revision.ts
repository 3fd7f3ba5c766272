import { NO_REVISION, type RevisionCondition } from '@kushk/contracts';
import { ANY_TAG, entityTags } from './entity-tag.js';

const REVISION = /^\d{1,15}$/;

/**
 * The condition of a write by its headers `If-Match` (`"4"`, `4`, a list, or `*`) and, without it, `If-None-Match`.
 * A tag that is weak or that is no revision never matches `If-Match` (RFC 9110, section 13.1.1). Throws
 * `request.malformed`.
 */
export function revisionCondition(ifMatch: string | undefined, ifNoneMatch: string | undefined): RevisionCondition {
  if (ifMatch !== undefined) {
    if (REVISION.test(ifMatch.trim())) return Number(ifMatch);
    const tags = entityTags('If-Match', ifMatch);
    if (tags === ANY_TAG) return 'existing';
    const revisions = tags.flatMap(({ tag, isWeak }) => (isWeak ? [] : revisionOf(tag)));
    return tags.length === 1 && revisions[0] !== undefined ? revisions[0] : revisions;
  }
  const tags = entityTags('If-None-Match', ifNoneMatch ?? '');
  if (tags === ANY_TAG) return NO_REVISION;
  return tags.length === 0 ? null : { not: tags.flatMap(({ tag }) => revisionOf(tag)) };
}

function revisionOf(tag: string): readonly number[] {
  return REVISION.test(tag) ? [Number(tag)] : [];
}

/** Formats a revision as an `ETag`. */
export function entityTag(revision: number): string {
  return `"${revision}"`;
}

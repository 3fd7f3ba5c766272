/** Merges the audits of several services into one, in the order of the request. */
import type { AuditEntry, AuditReply, AuditSort } from '@kushk/contracts';

export interface AuditPage {
  readonly items: readonly AuditEntry[];
  /** The position after which the next page begins; null on the last page. */
  readonly end: string | null;
}

/**
 * Returns the entries up to the position that every service has reached. Beyond it, a service that came less far might
 * still have entries; those of the others are read again for the next page.
 */
export function mergeAudit(
  replies: readonly AuditReply[],
  { limit, sort }: { readonly limit: number; readonly sort: AuditSort },
): AuditPage {
  const isBefore = (a: string, b: string): boolean => (sort === 'newest' ? a > b : a < b);
  const reached = replies.reduce<string | null>(
    (end, { searched_to: to }) => (end === null || (to !== null && isBefore(to, end)) ? to : end),
    null,
  );
  const entries = replies
    .flatMap(({ items }) => items)
    .filter(({ id }) => reached === null || !isBefore(reached, id))
    .toSorted((a, b) => (isBefore(a.id, b.id) ? -1 : 1));
  if (entries.length > limit) return { items: entries.slice(0, limit), end: entries[limit - 1]!.id };
  return { items: entries, end: reached };
}

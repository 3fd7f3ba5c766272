/** Merges the audits of several services into one, the newest entries first. */
import type { AuditEntry, AuditReply } from '@kushk/contracts';

export interface AuditPage {
  readonly items: readonly AuditEntry[];
  /** The position after which the next page begins; null on the last page. */
  readonly end: string | null;
}

/**
 * Returns the entries down to the position that every service has reached. Below it, a service that came less far might
 * still have entries; those of the others are read again for the next page.
 */
export function mergeAudit(replies: readonly AuditReply[], limit: number): AuditPage {
  const reached = replies.map(({ searched_to }) => searched_to ?? '').reduce((a, b) => (a > b ? a : b), '');
  const entries = replies
    .flatMap(({ items }) => items)
    .filter(({ id }) => id >= reached)
    .toSorted((a, b) => (a.id < b.id ? 1 : -1));
  if (entries.length > limit) return { items: entries.slice(0, limit), end: entries[limit - 1]!.id };
  return { items: entries, end: reached === '' ? null : reached };
}

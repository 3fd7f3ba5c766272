import { oneOf, searchedText } from '@kushk/ui';

/** The filters of the queue, as they stand in the address. */
const statuses = ['submitted', 'in_review', 'approved', 'rejected', 'withdrawn', 'all'] as const;
export type QueueStatus = (typeof statuses)[number];
export const tiers = ['community', 'verified', 'private', 'none'] as const;

export interface QueueSearch {
  /** Absent: the releases that wait for a reviewer. */
  readonly status?: QueueStatus;
  readonly tier?: (typeof tiers)[number];
  /** What the signed-in reviewer holds. */
  readonly mine?: true;
  readonly q?: string;
}

/** Reads the filters from an address. Unknown values are ignored. */
export function queueSearchOf({ status, tier, mine, q }: Record<string, unknown>): QueueSearch {
  const knownStatus = oneOf(statuses, status);
  const knownTier = oneOf(tiers, tier);
  return {
    ...(knownStatus !== undefined && knownStatus !== 'submitted' && { status: knownStatus }),
    ...(knownTier !== undefined && { tier: knownTier }),
    ...(mine === true && { mine }),
    ...searchedText(q),
  };
}

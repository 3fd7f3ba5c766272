/** The filters of the queue, as they stand in the address. */
const statuses = ['submitted', 'in_review', 'approved', 'rejected', 'withdrawn', 'all'] as const;
export type QueueStatus = (typeof statuses)[number];
const tiers = ['community', 'verified', 'private', 'none'] as const;
export type QueueTier = (typeof tiers)[number];
const SEARCH_MAX_CHARACTERS = 200;

export interface QueueSearch {
  /** Absent: the releases that wait for a reviewer. */
  readonly status?: QueueStatus;
  readonly tier?: QueueTier;
  /** What the signed-in reviewer holds. */
  readonly mine?: true;
  readonly q?: string;
}

/** Reads the filters from an address. Unknown values are ignored. */
export function queueSearchOf({ status, tier, mine, q }: Record<string, unknown>): QueueSearch {
  const knownStatus = statuses.find((one) => one === status);
  const knownTier = tiers.find((one) => one === tier);
  return {
    ...(knownStatus !== undefined && knownStatus !== 'submitted' && { status: knownStatus }),
    ...(knownTier !== undefined && { tier: knownTier }),
    ...(mine === true && { mine }),
    ...(typeof q === 'string' && q !== '' && { q: q.slice(0, SEARCH_MAX_CHARACTERS) }),
  };
}

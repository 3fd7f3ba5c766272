/** How a feed stands on the side that reads it: what log, metric and health say of it. */

export interface ReplicationProgress {
  /** Sequence up to which everything has been taken in; 0 before the first. */
  readonly taken: number;
  /** The last sequence that the feed is known to hold. */
  readonly head: number;
  /** When the feed answered last, in epoch milliseconds; since the start where it never has. */
  readonly answeredAt: number;
  /** When something was taken in last, or nothing was left to take in. */
  readonly movedAt: number;
}
/**
 * `level`: everything is taken in. `behind`: on its way. `stale`: the feed does not answer (the link is down, or the
 * hub). `wedged`: it answers, and what it holds is not taken in: a reaction does not get on.
 */
export type ReplicationStatus = 'level' | 'behind' | 'stale' | 'wedged';

/** Silence and standstill are worth a word after `patienceMs`. */
export function replicationStatusOf(
  { taken, head, answeredAt, movedAt }: ReplicationProgress,
  now: number,
  patienceMs: number,
): ReplicationStatus {
  if (now - answeredAt > patienceMs) return 'stale';
  if (taken >= head) return 'level';
  return now - movedAt > patienceMs ? 'wedged' : 'behind';
}

/** The same for a person. */
export function describeReplication(sight: ReplicationProgress, now: number, patienceMs: number): string {
  const { taken, head, answeredAt, movedAt } = sight;
  const since = (at: number): string => `${Math.max(0, Math.round((now - at) / 1000))} s`;
  switch (replicationStatusOf(sight, now, patienceMs)) {
    case 'level':
      return `level at ${taken}, heard ${since(answeredAt)} ago`;
    case 'behind':
      return `behind: ${taken} of ${head} taken in`;
    case 'stale':
      return `stale: the hub has not answered for ${since(answeredAt)}; ${taken} of at least ${head} taken in`;
    case 'wedged':
      return `wedged: ${taken} of ${head} taken in, and nothing more for ${since(movedAt)}`;
  }
}

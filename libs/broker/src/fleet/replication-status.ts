/** Shows whether this process is up to date with a stream of another installation. */

export interface ReplicationProgress {
  /** Sequence up to which every fact is processed; 0 before the first fact. */
  readonly processed: number;
  /** The highest sequence known of the stream. */
  readonly head: number;
  /** Time of the last response in epoch milliseconds. Before the first response: the start time. */
  readonly respondedAt: number;
  /** Last time, in epoch milliseconds, when a fact was processed or no fact was waiting. */
  readonly advancedAt: number;
}

/**
 * - `current`: every fact is processed.
 * - `lagging`: facts are being processed.
 * - `unreachable`: the stream does not respond, so its end is unknown. The connection or the hub is down.
 * - `stalled`: the stream responds but no fact is processed. A reaction hangs or keeps failing.
 */
export type ReplicationStatus = 'current' | 'lagging' | 'unreachable' | 'stalled';

/** Returns `unreachable` or `stalled` only after more than `staleAfterMs` without a response or without progress. */
export function replicationStatusOf(
  { processed, head, respondedAt, advancedAt }: ReplicationProgress,
  nowMs: number,
  staleAfterMs: number,
): ReplicationStatus {
  if (nowMs - respondedAt > staleAfterMs) return 'unreachable';
  if (processed >= head) return 'current';
  return nowMs - advancedAt > staleAfterMs ? 'stalled' : 'lagging';
}

/** Describes the status with its numbers, for the details of the health check. */
export function describeReplication(progress: ReplicationProgress, nowMs: number, staleAfterMs: number): string {
  const { processed, head, respondedAt, advancedAt } = progress;
  const since = (at: number): string => `${Math.max(0, Math.round((nowMs - at) / 1000))} s`;
  switch (replicationStatusOf(progress, nowMs, staleAfterMs)) {
    case 'current':
      return `current: ${processed} processed, last response ${since(respondedAt)} ago`;
    case 'lagging':
      return `lagging: ${processed} of ${head} processed`;
    case 'unreachable':
      return `unreachable: no response for ${since(respondedAt)}, ${processed} of at least ${head} processed`;
    case 'stalled':
      return `stalled: ${processed} of ${head} processed, no progress for ${since(advancedAt)}`;
  }
}

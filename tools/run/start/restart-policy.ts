const firstPauseMs = 300;
const longestPauseMs = 30_000;
/** After a run of at least this length, the backoff delay is reset: the process does not crash in its start. */
const stableRunMs = 10_000;
/** A process that was never ready is given up after this number of starts. */
const startsBeforeReady = 3;

/** Decides when an exited process is restarted. */
export class RestartPolicy {
  private pauseMs = firstPauseMs;
  private starts = 0;

  /** Returns the backoff delay before the next start in milliseconds, or null to give up. */
  nextPauseMs(run: { readonly lastedMs: number; readonly wasReady: boolean }): number | null {
    this.starts += 1;
    if (!run.wasReady && this.starts >= startsBeforeReady) return null;
    if (run.lastedMs > stableRunMs) this.pauseMs = firstPauseMs;
    const pauseMs = this.pauseMs;
    this.pauseMs = Math.min(this.pauseMs * 2, longestPauseMs);
    return pauseMs;
  }
}

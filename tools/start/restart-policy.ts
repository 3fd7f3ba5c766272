const firstPauseMs = 300;
const longestPauseMs = 30_000;
/** After a run of this length the next restart follows without a long pause. */
const stableRunMs = 60_000;
/** A process that exits this often before it was ready once is not started again. */
const startsBeforeReady = 3;

/** Decides when an exited process starts again. */
export class RestartPolicy {
  private pauseMs = firstPauseMs;
  private starts = 0;

  /** The pause before the next start, in milliseconds; null to give up. */
  nextPauseMs(run: { readonly lastedMs: number; readonly wasReady: boolean }): number | null {
    this.starts += 1;
    if (!run.wasReady && this.starts >= startsBeforeReady) return null;
    if (run.lastedMs > stableRunMs) this.pauseMs = firstPauseMs;
    const pauseMs = this.pauseMs;
    this.pauseMs = Math.min(this.pauseMs * 2, longestPauseMs);
    return pauseMs;
  }
}

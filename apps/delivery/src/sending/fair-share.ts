import { LRUCache } from 'lru-cache';

const MAX_REMEMBERED_INSTALLATIONS = 10_000;

/**
 * Orders installations when there is not enough capacity for all: the installation that has used the least time is
 * first. Used time is the total duration of attempts, not their number, because one call of nine seconds occupies a
 * connection as long as a thousand quick calls. Deterministic, no I/O.
 */
export class FairShare {
  private readonly usedMs = new LRUCache<string, number>({ max: MAX_REMEMBERED_INSTALLATIONS });
  /**
   * New installations start with the lowest used time of the active ones. Otherwise they would have an advantage for
   * the time before they arrived.
   */
  private floorMs = 0;

  /** Adds the duration of an attempt, at least 1 ms, so that the order also changes after very short attempts. */
  charge(installationId: string, durationMs: number): void {
    this.usedMs.set(installationId, this.used(installationId) + Math.max(1, durationMs));
  }

  /**
   * Returns the installations ordered by used time, least first. Installations with equal times keep the given order.
   */
  order(installationIds: readonly string[]): readonly string[] {
    const ordered = installationIds
      .map((id) => ({ id, usedMs: this.used(id) }))
      .sort((left, right) => left.usedMs - right.usedMs);
    const first = ordered[0];
    if (first !== undefined) this.floorMs = Math.max(this.floorMs, first.usedMs);
    return ordered.map(({ id }) => id);
  }

  private used(installationId: string): number {
    return Math.max(this.usedMs.get(installationId) ?? 0, this.floorMs);
  }
}

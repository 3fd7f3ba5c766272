/**
 * Orders installations when there is not enough capacity for all: the one that has used the least time is first. Time
 * is the duration of attempts and not their number, because a plugin that takes nine seconds per call occupies a
 * connection as long as a thousand quick calls. Deterministic, no I/O.
 */
export class FairShare {
  private readonly usedMs = new Map<string, number>();
  /**
   * Newcomers start at the share of those who are served now, so that the time before they arrived gives them no
   * advantage.
   */
  private floorMs = 0;

  /** Adds the duration of an attempt, at least 1 ms, so that the order also changes between instant attempts. */
  charge(installationId: string, durationMs: number): void {
    this.usedMs.set(installationId, this.used(installationId) + Math.max(1, durationMs));
  }

  /** Returns the installations by time used, least first; equal ones keep the given order. */
  order(installationIds: readonly string[]): readonly string[] {
    const ordered = installationIds
      .map((id) => ({ id, usedMs: this.used(id) }))
      .sort((left, right) => left.usedMs - right.usedMs);
    const first = ordered[0];
    if (first !== undefined) this.floorMs = Math.max(this.floorMs, first.usedMs);
    return ordered.map(({ id }) => id);
  }

  /** Forgets installations that are not active any more; they return as newcomers. */
  retain(isActive: (installationId: string) => boolean): void {
    for (const id of this.usedMs.keys()) if (!isActive(id)) this.usedMs.delete(id);
  }

  private used(installationId: string): number {
    return Math.max(this.usedMs.get(installationId) ?? 0, this.floorMs);
  }
}

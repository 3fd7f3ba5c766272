/** More than the slots of a process. What does not fit is found again by a poll. */
export const MAX_CANDIDATES = 1_000;

/**
 * The endpoints to which a process may be able to send something now or before its next poll, from polls and
 * notifications. Only hints, and only so many: the queue decides what is claimed. No I/O.
 */
export class Candidates {
  /** The due times, in the order in which the endpoints were added last. */
  private readonly dueAtMs = new Map<string, number>();

  /** Keeps a known earlier time. Forgets the endpoint that was added longest ago when there are too many. */
  add(installationId: string, dueAtMs: number): void {
    const earliest = Math.min(this.dueAtMs.get(installationId) ?? Infinity, dueAtMs);
    this.dueAtMs.delete(installationId);
    this.dueAtMs.set(installationId, earliest);
    if (this.dueAtMs.size <= MAX_CANDIDATES) return;
    for (const oldest of this.dueAtMs.keys()) {
      this.dueAtMs.delete(oldest);
      return;
    }
  }

  remove(installationId: string): void {
    this.dueAtMs.delete(installationId);
  }

  get size(): number {
    return this.dueAtMs.size;
  }

  dueAt(nowMs: number): readonly string[] {
    return [...this.dueAtMs].filter(([, dueAtMs]) => dueAtMs <= nowMs).map(([id]) => id);
  }

  /** The earliest due time after `nowMs`; `Infinity` when there is none. */
  nextAfter(nowMs: number): number {
    let nextMs = Infinity;
    for (const dueAtMs of this.dueAtMs.values()) if (dueAtMs > nowMs && dueAtMs < nextMs) nextMs = dueAtMs;
    return nextMs;
  }
}

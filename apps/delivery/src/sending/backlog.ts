/**
 * The size of the host cache. Hosts stay in the cache when their installations have no queued deliveries, so that the
 * next event needs no query.
 */
const MAX_REMEMBERED_HOSTS = 10_000;

/**
 * A cache of the queue: the installations that have queued deliveries, and the first due time of each. The entries
 * are hints: the queue decides what is claimed, and the next poll replaces missing or wrong entries. No I/O.
 */
export class Backlog {
  private readonly entries = new Map<string, { readonly dueAtMs: number; readonly revision: number }>();
  private readonly hosts = new Map<string, string>();
  private lastRevision = 0;

  /** Adds a hint that a delivery of this installation may be due at this time. Keeps a known earlier time. */
  add(installationId: string, dueAtMs: number): void {
    this.lastRevision += 1;
    const earliest = Math.min(this.dueAtMs(installationId), dueAtMs);
    this.entries.set(installationId, { dueAtMs: earliest, revision: this.lastRevision });
  }

  /** The host of the installation's deliveries; null until a query has returned it. */
  hostOf(installationId: string): string | null {
    return this.hosts.get(installationId) ?? null;
  }

  candidates(): readonly string[] {
    return [...this.entries.keys()];
  }

  has(installationId: string): boolean {
    return this.entries.has(installationId);
  }

  /** Returns the first due time; `Infinity` for an installation without an entry. */
  dueAtMs(installationId: string): number {
    return this.entries.get(installationId)?.dueAtMs ?? Infinity;
  }

  /** Read the revision before a query: entries with a higher revision are newer than the result of the query. */
  revision(): number {
    return this.lastRevision;
  }

  /** Replaces all entries up to `revision` with the result of a query of the queue. */
  replace(
    due: readonly { readonly installationId: string; readonly host: string; readonly dueAtMs: number }[],
    revision: number,
  ): void {
    for (const [id, entry] of this.entries) if (entry.revision <= revision) this.entries.delete(id);
    for (const { installationId, host, dueAtMs } of due) {
      this.setHost(installationId, host);
      if (!this.entries.has(installationId)) this.entries.set(installationId, { dueAtMs, revision: 0 });
    }
  }

  /**
   * Caches the host of an installation. When the cache is full, evicts the oldest host whose installation has no
   * entry.
   */
  setHost(installationId: string, host: string): void {
    this.hosts.delete(installationId);
    this.hosts.set(installationId, host);
    if (this.hosts.size <= MAX_REMEMBERED_HOSTS) return;
    for (const id of this.hosts.keys()) {
      if (this.entries.has(id)) continue;
      this.hosts.delete(id);
      return;
    }
  }

  /** Removes an installation without further deliveries, unless an entry was added after `revision`. */
  removeUnlessChanged(installationId: string, revision: number): void {
    const entry = this.entries.get(installationId);
    if (entry !== undefined && entry.revision <= revision) this.entries.delete(installationId);
  }
}

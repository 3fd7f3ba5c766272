/** Hosts remembered for installations without queued deliveries, so that their next event needs no query. */
const MAX_REMEMBERED_HOSTS = 10_000;

/**
 * A cache of the queue: which installations have deliveries, and when the first one is due. Its entries are hints. The
 * queue decides what is claimed, and the next poll replaces entries that are missing or wrong. No I/O.
 */
export class Backlog {
  private readonly entries = new Map<string, { readonly dueAtMs: number; readonly revision: number }>();
  private readonly hosts = new Map<string, string>();
  private lastRevision = 0;

  /** Adds a hint that a delivery of this installation is, or may be, due. An earlier known time stays. */
  add(installationId: string, dueAtMs: number): void {
    this.lastRevision += 1;
    const earliest = Math.min(this.dueAtMs(installationId), dueAtMs);
    this.entries.set(installationId, { dueAtMs: earliest, revision: this.lastRevision });
  }

  /** The host that the installation's deliveries go to; null until a query returned it. */
  hostOf(installationId: string): string | null {
    return this.hosts.get(installationId) ?? null;
  }

  candidates(): readonly string[] {
    return [...this.entries.keys()];
  }

  has(installationId: string): boolean {
    return this.entries.has(installationId);
  }

  /** `Infinity` for an installation without an entry. */
  dueAtMs(installationId: string): number {
    return this.entries.get(installationId)?.dueAtMs ?? Infinity;
  }

  /** Read it before a query: entries added after it are newer than the query's result. */
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

  /** Remembers the host of an installation; the oldest host of an installation without entries is forgotten first. */
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

  /** Removes an installation that has no more deliveries, unless an entry was added after `revision`. */
  removeUnlessChanged(installationId: string, revision: number): void {
    const entry = this.entries.get(installationId);
    if (entry !== undefined && entry.revision <= revision) this.entries.delete(installationId);
  }
}

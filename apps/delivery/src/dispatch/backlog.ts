/** Hosts that are remembered of installations with nothing to send, so that their next event needs no poll. */
const HOSTS_KEPT = 10_000;

/**
 * What the courier remembers of the queue: which installations have something to send and from when on. Only hints:
 * the queue decides what is really claimed, and the poll mends whatever is missing or wrong here. No I/O.
 */
export class Backlog {
  private readonly dueAt = new Map<string, { dueAtMs: number; noted: number }>();
  private readonly hosts = new Map<string, string>();
  private notes = 0;

  /** Something of this installation is, or may be, due then. An earlier time that is known already stays. */
  note(installationId: string, dueAtMs: number): void {
    const known = this.dueAt.get(installationId)?.dueAtMs ?? Infinity;
    this.notes += 1;
    this.dueAt.set(installationId, { dueAtMs: Math.min(known, dueAtMs), noted: this.notes });
  }

  /** The host to which its calls go; null until the queue has told. */
  hostOf(installationId: string): string | null {
    return this.hosts.get(installationId) ?? null;
  }

  candidates(): readonly string[] {
    return [...this.dueAt.keys()];
  }

  has(installationId: string): boolean {
    return this.dueAt.has(installationId);
  }

  dueAtMs(installationId: string): number {
    return this.dueAt.get(installationId)?.dueAtMs ?? Infinity;
  }

  /** To be taken before the queue is asked: what is noted after it is newer than the queue's answer. */
  mark(): number {
    return this.notes;
  }

  /** Puts the queue's own answer in place of all hints but those noted since the mark. */
  replace(
    waiting: readonly { readonly installationId: string; readonly host: string; readonly dueAtMs: number }[],
    mark: number,
  ): void {
    for (const [id, { noted }] of this.dueAt) if (noted <= mark) this.dueAt.delete(id);
    for (const { installationId, host, dueAtMs } of waiting) {
      this.sendsTo(installationId, host);
      if (!this.dueAt.has(installationId)) this.dueAt.set(installationId, { dueAtMs, noted: 0 });
    }
  }

  /** The queue has told where its calls go. */
  sendsTo(installationId: string, host: string): void {
    this.hosts.delete(installationId);
    this.hosts.set(installationId, host);
    if (this.hosts.size <= HOSTS_KEPT) return;
    for (const id of this.hosts.keys()) {
      if (this.dueAt.has(id)) continue;
      this.hosts.delete(id);
      return;
    }
  }

  /** The queue had nothing (more) to give for this installation when it was asked. */
  exhausted(installationId: string, mark: number): void {
    const hint = this.dueAt.get(installationId);
    if (hint !== undefined && hint.noted <= mark) this.dueAt.delete(installationId);
  }
}

import type { KeyedSignal } from '@kushk/runtime';

/**
 * A long poll also repeats its query at this interval, because an event that another process appends causes no
 * notification in this process.
 */
const QUERY_EVERY_MS = 1_000;
/**
 * The total limit of waiting polls, because each occupies a request slot of the process. Further polls are rejected as
 * busy: a client that gets no event at once, and no `Retry-After`, polls in a loop.
 */
const MAX_WAITING = 500;
/**
 * The limit of waiting polls per installation. A plugin needs only a few long polls and must not use up the capacity
 * of other plugins.
 */
const MAX_WAITING_PER_INSTALLATION = 20;

/** Wakes an installation's long polls when its feed has grown, and limits how many polls wait. */
export class FeedNotifications {
  private readonly waiting = new Map<string, number>();
  private totalWaiting = 0;

  constructor(private readonly signal: KeyedSignal) {}

  /** Wakes the waiting polls. Must be called after the commit that appended an event. */
  notify(installationId: string): void {
    this.signal.notify(installationId);
  }

  /** Whether so many polls wait that no further one of this installation may. */
  isFull(installationId: string): boolean {
    const waiting = this.waiting.get(installationId) ?? 0;
    return this.totalWaiting >= MAX_WAITING || waiting >= MAX_WAITING_PER_INSTALLATION;
  }

  /**
   * Runs the query at once, after each notification and once a second, and returns the first result that is not null.
   * Returns null when the wait time ends.
   */
  async waitUntil<Result>(
    installationId: string,
    query: () => Promise<Result | null>,
    withinMs: number,
  ): Promise<Result | null> {
    this.count(installationId, 1);
    try {
      return await this.signal.waitUntil(installationId, query, { withinMs, everyMs: QUERY_EVERY_MS });
    } finally {
      this.count(installationId, -1);
    }
  }

  private count(installationId: string, by: 1 | -1): void {
    this.totalWaiting += by;
    const waiting = (this.waiting.get(installationId) ?? 0) + by;
    if (waiting === 0) this.waiting.delete(installationId);
    else this.waiting.set(installationId, waiting);
  }
}

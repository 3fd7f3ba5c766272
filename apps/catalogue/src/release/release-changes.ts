import { releaseKey } from './release.js';
import type { StoredRelease } from './releases.view.js';

/**
 * A waiting query reads the release at this interval even without a notification: another process may have changed
 * it.
 */
const POLL_MS = 1_000;
/**
 * Maximum number of waiting queries; further queries do not wait. Each waiting query occupies one of the requests
 * that the process handles concurrently.
 */
const WAITING_LIMIT = 500;
/**
 * Limit for one publisher, so that its CI cannot use up the limit for all publishers. CI needs only a few waiting
 * queries at a time.
 */
const WAITING_LIMIT_PER_PUBLISHER = 20;

/**
 * How long a query waits for a reviewer action to reach the catalogue. After this time, the query returns the release
 * without it.
 */
const REVIEW_TIMEOUT_MS = 5_000;

interface WatchedRelease {
  /** The publisher on whose behalf the query waits; null for staff. */
  readonly publisherId: string | null;
  readonly pluginId: string;
  readonly version: string;
}
interface Notifications {
  notify(key: string): void;
  waitUntil<Found>(
    key: string,
    query: () => Promise<Found | null>,
    limits: { readonly withinMs: number; readonly everyMs?: number },
  ): Promise<Found | null>;
}

/** Lets queries wait for a release to change, for example CI requests with `?wait=`. */
export class ReleaseChanges {
  private waiting = 0;
  /** Contains only publishers with at least one waiting query. */
  private readonly waitingByPublisher = new Map<string, number>();

  constructor(private readonly notifications: Notifications) {}

  /** Wakes the queries that wait for this release. Call this after the commit. */
  notify(pluginId: string, version: string): void {
    this.notifications.notify(releaseKey(pluginId, version));
  }

  /**
   * Waits until the release includes the reviewer action with this revision, for at most five seconds, and returns
   * its current state. Without a revision, it does not wait.
   */
  async waitForReview(
    { pluginId, version }: WatchedRelease,
    revision: number | undefined,
    read: () => Promise<StoredRelease | null>,
  ): Promise<StoredRelease | null> {
    if (revision === undefined) return await read();
    const reviewed = await this.notifications.waitUntil(
      releaseKey(pluginId, version),
      async () => {
        const found = await read();
        return found === null || reflectsReview(found, revision) ? { found } : null;
      },
      { withinMs: REVIEW_TIMEOUT_MS },
    );
    return reviewed === null ? await read() : reviewed.found;
  }

  /**
   * Runs the query now, after each notification about the release and once a second, and returns the first result
   * that is not null. Returns null after `withinMs`, or at once when too many queries are already waiting.
   */
  async waitUntil<Found>(
    { publisherId, pluginId, version }: WatchedRelease,
    query: () => Promise<Found | null>,
    withinMs: number,
  ): Promise<Found | null> {
    const publisher = publisherId ?? '';
    const waitingOfPublisher = this.waitingByPublisher.get(publisher) ?? 0;
    if (this.waiting >= WAITING_LIMIT || waitingOfPublisher >= WAITING_LIMIT_PER_PUBLISHER) return null;
    this.waiting += 1;
    this.waitingByPublisher.set(publisher, waitingOfPublisher + 1);
    try {
      return await this.notifications.waitUntil(releaseKey(pluginId, version), query, { withinMs, everyMs: POLL_MS });
    } finally {
      this.waiting -= 1;
      const left = (this.waitingByPublisher.get(publisher) ?? 1) - 1;
      if (left === 0) this.waitingByPublisher.delete(publisher);
      else this.waitingByPublisher.set(publisher, left);
    }
  }
}

/**
 * Whether a query need not wait for the reviewer action with this revision: the release includes the action already,
 * or it was withdrawn and ignores all later actions.
 */
function reflectsReview({ status }: StoredRelease, revision: number): boolean {
  return status.review_revision >= revision || status.summary.status === 'withdrawn';
}

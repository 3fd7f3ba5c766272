/**
 * Lets commands wait for the submission of a release. A reviewer may act on a release before its submission arrives
 * in this service.
 */
import { reviewKey, type Review } from './review.js';

/** One reaction handles all facts of the catalogue, so that the facts of one release are applied in their order. */
export const catalogueReaction = 'on-release';

/** How long a command waits for the submission of a release to arrive. The catalogue may already have stored it. */
const ARRIVAL_TIMEOUT_MS = 2_000;

interface Notifications {
  notify(key: string): void;
  waitUntil<Found>(
    key: string,
    query: () => Promise<Found | null>,
    limits: { readonly withinMs: number },
  ): Promise<Found | null>;
}

export class ReviewArrivals {
  constructor(
    private readonly loadReview: (key: string) => Promise<Review>,
    private readonly notifications: Notifications,
  ) {}

  /** Wakes the commands that wait for this release. Call this after the commit. */
  notify(pluginId: string, version: string): void {
    this.notifications.notify(reviewKey(pluginId, version));
  }

  /**
   * Resolves when the submission of the release has arrived, or after two seconds. With `rejected`, it also waits for
   * the appeal against a rejection: the gateway has seen the release in review.
   */
  async wait(pluginId: string, version: string, rejected?: 'rejected'): Promise<void> {
    const key = reviewKey(pluginId, version);
    await this.notifications.waitUntil(
      key,
      async () => {
        const { status } = await this.loadReview(key);
        return status === 'absent' || status === rejected ? null : true;
      },
      { withinMs: ARRIVAL_TIMEOUT_MS },
    );
  }
}

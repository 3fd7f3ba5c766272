import { BackgroundLoop, measure, now } from '@kushk/runtime';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { EndedHolds } from './ended-holds.view.js';

/**
 * How long an ended hold can still be read. It is far longer than anything else that a plugin may do with one: an
 * expired hold can be settled for a day (docs/reference/money.md).
 */
export const ENDED_HOLD_RETENTION_MS = 30 * 86_400_000;
const RUN_EVERY_MS = 60_000;
/** Holds whose states are removed in one transaction. */
const CHUNK_HOLDS = 1_000;

/** Removes the stored states of holds that ended long ago. Without this, each hold would have a row for good. */
@Injectable()
export class PruneEndedHoldsWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop = new BackgroundLoop({
    run: () => this.prune(now()),
    everyMs: RUN_EVERY_MS,
    failure: 'removing the states of ended holds failed',
  });

  constructor(private readonly holds: EndedHolds) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** Removes all states that are due, in chunks, and returns their number. `at` is the current time. */
  async prune(at: Date): Promise<number> {
    const endedBefore = new Date(at.getTime() - ENDED_HOLD_RETENTION_MS);
    for (let removed = 0; ;) {
      const count = await this.holds.removeStates(endedBefore, CHUNK_HOLDS);
      removed += count;
      if (count > 0) measure.maintained('prune_ended_holds', count);
      if (count < CHUNK_HOLDS || this.loop.stopping.aborted) return removed;
    }
  }
}

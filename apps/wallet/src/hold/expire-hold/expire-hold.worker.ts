import { usageMonthOf } from '@kushk/contracts';
import { streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { log, now } from '@kushk/runtime';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { walletStream } from '../../wallet/wallet-stream.js';
import { holdStream } from '../hold.js';
import { OpenHolds, type OpenHoldRow } from '../hold.view.js';
import { expireHold } from './expire-hold.js';

const RUN_EVERY_MS = 1_000;
/** Holds that are expired together. Batches follow each other without a pause as long as they are full. */
const BATCH_HOLDS = 500;
/**
 * Commands may be rejected with these codes because of an expired hold: it still reserves MU and counts as open until
 * this worker processes it.
 */
const refusalsByExpiredHolds = new Set([
  'wallet.insufficient_balance',
  'wallet.budget_exceeded',
  'wallet.too_many_holds',
]);

/**
 * Returns the reserved MU of expired holds to their wallets: every second, and before a command is rejected because
 * of an expired hold.
 */
@Injectable()
export class ExpireHoldWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private run: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly store: EventStore,
    private readonly openHolds: OpenHolds,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.run = this.run
        .then(() => this.expireAllHolds(now()))
        .catch((error: unknown) => log.warn({ err: error }, 'expiring holds failed'));
    }, RUN_EVERY_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.isStopped = true;
    await this.run;
  }

  /**
   * Runs a command. If it is rejected and holds of this wallet have expired, processes these holds and runs the
   * command once more. Otherwise a command could be rejected only because this worker has not run yet.
   */
  async retryAfterExpiringHolds<Reply>(
    installationId: string,
    command: () => Promise<Outcome<Reply>>,
  ): Promise<Outcome<Reply>> {
    const outcome = await command();
    if (outcome.accepted || !refusalsByExpiredHolds.has(outcome.refusal.code)) return outcome;
    const expired = await this.expireHoldsOf(installationId, now());
    return expired === 0 ? outcome : await command();
  }

  /**
   * Processes the expired holds of one wallet and returns their number, whatever other processes have claimed: a
   * command waits for it. A wallet has a bounded number of open holds. `at` is the current time.
   */
  async expireHoldsOf(installationId: string, at: Date): Promise<number> {
    return await this.expireInBatches(at, () => this.openHolds.expiredOf(installationId, at, BATCH_HOLDS));
  }

  /** Processes expired holds of all wallets until no more can be claimed, and returns their number. */
  async expireAllHolds(at: Date): Promise<number> {
    return await this.expireInBatches(at, () => this.openHolds.claimExpired(at, BATCH_HOLDS));
  }

  private async expireInBatches(at: Date, nextBatch: () => Promise<OpenHoldRow[]>): Promise<number> {
    for (let expired = 0; ;) {
      const holds = await nextBatch();
      const results = await Promise.allSettled(holds.map((hold) => this.expireHold(hold, at)));
      const failed = results.filter((result) => result.status === 'rejected');
      expired += holds.length - failed.length;
      if (failed[0] !== undefined) log.warn({ holds: failed.length, err: failed[0].reason }, 'expiring holds failed');
      // When all fail, the database is probably unavailable. The next run continues.
      if (holds.length < BATCH_HOLDS || failed.length === holds.length || this.isStopped) return expired;
    }
  }

  private async expireHold(hold: OpenHoldRow, expiredAt: Date): Promise<void> {
    const command = { month: usageMonthOf(expiredAt), at: expiredAt.toISOString() };
    await this.store.run({
      name: 'ExpireHold',
      streams: { wallet: streamRef(walletStream, hold.installation_id), hold: streamRef(holdStream, hold.stream_id) },
      decide: (states) => expireHold(command, states),
    });
  }
}

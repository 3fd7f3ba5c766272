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
/** Holds that are claimed at a time. */
const CLAIM_HOLDS = 1_000;
/** Holds that are expired together. A charge of another wallet waits for at most one batch. */
const BATCH_HOLDS = 100;
/**
 * After a batch, the worker rests for as long as the batch took, so that charges of other wallets go on meanwhile, but
 * it begins a batch at least this often: 100,000 holds that end together are then expired within a minute.
 */
const BATCH_EVERY_MS = 40;
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
    return await this.expireInBatches(at, {
      claim: () => this.openHolds.expiredOf(installationId, at, CLAIM_HOLDS),
      rests: false,
    });
  }

  /** Processes expired holds of all wallets until no more can be claimed, and returns their number. */
  async expireAllHolds(at: Date): Promise<number> {
    return await this.expireInBatches(at, { claim: () => this.openHolds.claimExpired(at, CLAIM_HOLDS), rests: true });
  }

  private async expireInBatches(
    at: Date,
    { claim, rests }: { readonly claim: () => Promise<OpenHoldRow[]>; readonly rests: boolean },
  ): Promise<number> {
    for (let expired = 0; ;) {
      const holds = await claim();
      let failed = 0;
      for (let first = 0; first < holds.length && !this.isStopped; first += BATCH_HOLDS) {
        const startedMs = performance.now();
        const batch = holds.slice(first, first + BATCH_HOLDS);
        const failedInBatch = await this.expireBatch(batch, at);
        failed += failedInBatch;
        expired += batch.length - failedInBatch;
        if (rests) await restAfter(performance.now() - startedMs);
      }
      // When all fail, the database is probably unavailable. The next run continues.
      if (holds.length < CLAIM_HOLDS || failed === holds.length || this.isStopped) return expired;
    }
  }

  /** Returns how many holds could not be expired. */
  private async expireBatch(holds: readonly OpenHoldRow[], at: Date): Promise<number> {
    const results = await Promise.allSettled(holds.map((hold) => this.expireHold(hold, at)));
    const failed = results.filter((result) => result.status === 'rejected');
    if (failed[0] !== undefined) log.warn({ holds: failed.length, err: failed[0].reason }, 'expiring holds failed');
    return failed.length;
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

async function restAfter(tookMs: number): Promise<void> {
  const restMs = Math.min(tookMs, BATCH_EVERY_MS - tookMs);
  if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
}

import { usageMonthOf } from '@kushk/contracts';
import { streamRef, type Outcome, type Streams } from '@kushk/decider';
import { EventStore, StoreBusy, StoreUnavailable } from '@kushk/event-store';
import { BackgroundLoop, log, newId, now } from '@kushk/runtime';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { walletStream } from '../../wallet/wallet-stream.js';
import type { Wallet } from '../../wallet/wallet.js';
import { holdStream, type Hold } from '../hold.js';
import { OpenHolds, type OpenHoldRow } from '../hold.view.js';
import { expireHolds } from './expire-hold.js';
import { BATCH_HOLDS, expiryBatches, type ExpiryBatch } from './expiry-batches.js';

const RUN_EVERY_MS = 1_000;
/**
 * After a batch, the worker rests for as long as the batch took, so that charges go on meanwhile. It rests less when it
 * would need more than this time per hold, because 100,000 holds that end together have to be expired within a minute,
 * but always a part of the time that the batch took.
 */
const MS_PER_HOLD = 0.4;
const MIN_REST_SHARE = 0.5;
/**
 * What a hold counts as in the command loop: about as many bytes are written for it. Many holds of one wallet are a
 * large command, which has a connection of its own, so charges of other wallets do not wait for it.
 */
const HOLD_BYTES = 1_024;
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
  private readonly processId = newId('req');
  private readonly loop = new BackgroundLoop({
    run: () => this.expireAllHolds(now()),
    everyMs: RUN_EVERY_MS,
    failure: 'expiring holds failed',
  });

  constructor(
    private readonly store: EventStore,
    private readonly openHolds: OpenHolds,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
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
    for (let expired = 0; ;) {
      const holds = await this.openHolds.expiredOf(installationId, at, BATCH_HOLDS);
      const now = await this.expireBatch([holds], at);
      expired += now;
      if (holds.length < BATCH_HOLDS || now === 0 || this.loop.stopping.aborted) return expired;
    }
  }

  /** Processes expired holds of all wallets until no more can be claimed, and returns their number. */
  async expireAllHolds(at: Date): Promise<number> {
    for (let expired = 0; ;) {
      const holds = await this.openHolds.claimExpired(this.processId, at, BATCH_HOLDS);
      const now = await this.expireClaimed(holds, at).finally(() => this.openHolds.releaseClaims(this.processId));
      expired += now;
      // When no hold could be expired, the database is probably unavailable. The next run continues.
      if (now === 0 || this.loop.stopping.aborted) return expired;
    }
  }

  private async expireClaimed(holds: readonly OpenHoldRow[], at: Date): Promise<number> {
    let expired = 0;
    for (const batch of expiryBatches(holds)) {
      if (this.loop.stopping.aborted) break;
      const startedMs = performance.now();
      expired += await this.expireBatch(batch, at);
      await restAfter(performance.now() - startedMs, batch.flat().length);
    }
    return expired;
  }

  /** Each item has holds of one wallet. Returns how many holds were expired. */
  private async expireBatch(batch: ExpiryBatch<OpenHoldRow>, at: Date): Promise<number> {
    const counts = await Promise.all(batch.map((holds) => this.expireTogether(holds, at)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Expires holds of one wallet in one commit. A hold that cannot be expired does not keep the others. */
  private async expireTogether(holds: readonly OpenHoldRow[], at: Date): Promise<number> {
    const [first] = holds;
    if (first === undefined) return 0;
    try {
      return await this.expireHolds(first.installation_id, holds, at);
    } catch (err) {
      const isOverloaded = err instanceof StoreUnavailable || err instanceof StoreBusy;
      if (isOverloaded || holds.length === 1) {
        log.warn({ holds: holds.length, installation_id: first.installation_id, err }, 'expiring holds failed');
        return 0;
      }
      const middle = Math.ceil(holds.length / 2);
      const former = await this.expireTogether(holds.slice(0, middle), at);
      return former + (await this.expireTogether(holds.slice(middle), at));
    }
  }

  private async expireHolds(installationId: string, holds: readonly OpenHoldRow[], expiredAt: Date): Promise<number> {
    const command = { month: usageMonthOf(expiredAt), at: expiredAt.toISOString() };
    const ids = holds.map(({ stream_id }) => stream_id);
    const streams: Streams = {
      wallet: streamRef(walletStream, installationId),
      ...Object.fromEntries(ids.map((id) => [id, streamRef(holdStream, id)])),
    };
    const outcome = await this.store.run({
      name: 'ExpireHold',
      streams,
      decide: (states) => {
        const wallet = states['wallet'] as Wallet;
        return expireHolds(command, { wallet, holds: new Map(ids.map((id) => [id, states[id] as Hold])) });
      },
      meta: { requestBytes: holds.length * HOLD_BYTES },
    });
    return outcome.accepted ? outcome.reply : 0;
  }
}

async function restAfter(tookMs: number, holds: number): Promise<void> {
  const restMs = Math.max(Math.min(tookMs, holds * MS_PER_HOLD - tookMs), tookMs * MIN_REST_SHARE);
  await new Promise((resolve) => setTimeout(resolve, restMs));
}

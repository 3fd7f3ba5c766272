import { streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { log, now } from '@kushk/runtime';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { walletStream } from '../../wallet/wallet.js';
import { holdStream } from '../hold.js';
import { OpenHolds, type OpenHoldRow } from '../hold.view.js';
import { expireHold } from './expire-hold.js';

const RUN_EVERY_MS = 1_000;
const MAX_HOLDS_PER_RUN = 500;
/**
 * Commands may be rejected with these codes because of an expired hold: it still reserves MU and counts as open until
 * this worker processes it.
 */
const refusalsByExpiredHolds = new Set(['wallet.insufficient_balance', 'wallet.too_many_holds']);

/**
 * Returns the reserved MU of expired holds to their wallets: every second, and before a command is rejected because
 * of an expired hold.
 */
@Injectable()
export class ExpireHoldWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private run: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly store: EventStore,
    private readonly openHolds: OpenHolds,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.run = this.run
        .then(() => this.expireHolds(now()))
        .catch((error: unknown) => log.warn({ err: error }, 'expiring holds failed'));
    }, RUN_EVERY_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
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
    const expired = await this.expireHolds(now(), installationId);
    return expired === 0 ? outcome : await command();
  }

  /**
   * Processes the expired holds of one wallet, or of all wallets, and returns their number. `at` is the current time.
   */
  async expireHolds(at: Date, installationId?: string): Promise<number> {
    const expired = await this.openHolds.expiredAt(at, MAX_HOLDS_PER_RUN, installationId);
    await Promise.all(expired.map((hold) => this.expireHold(hold, at.toISOString())));
    return expired.length;
  }

  private async expireHold(hold: OpenHoldRow, at: string): Promise<void> {
    await this.store.run({
      name: 'ExpireHold',
      streams: { wallet: streamRef(walletStream, hold.installation_id), hold: streamRef(holdStream, hold.stream_id) },
      decide: (states) => expireHold({ at }, states),
    });
  }
}

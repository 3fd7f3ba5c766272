import { streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { log, now } from '@kushk/runtime';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { walletStream } from '../../wallet/wallet.js';
import { holdStream } from '../hold.js';
import { OpenHolds, type HoldRow } from '../hold.view.js';
import { expireHold } from './expire-hold.js';

/** How often due holds are looked for, and how many of them one sweep takes. */
const SWEEP_EVERY_MS = 1_000;
const SWEEP_LIMIT = 500;
/** What an overdue hold still binds: MU, and one of the places for holds. */
const bindingRefusals = new Set(['wallet.insufficient_balance', 'wallet.too_many_holds']);

/** Returns the MU of holds whose time is over: every second, and before a wallet would refuse for lack of MU. */
@Injectable()
export class ExpireHoldsHandler implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly store: EventStore,
    private readonly holds: OpenHolds,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sweeping = this.sweeping
        .then(() => this.expireDue(now()))
        .catch((error: unknown) => log.warn({ err: error }, 'holds.sweep_failed'));
    }, SWEEP_EVERY_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.sweeping;
  }

  /**
   * Runs a command; if it is refused for lack of MU or of room while holds of this wallet are due, expires them and
   * runs it once more: no caller is refused only because the next sweep has not come yet.
   */
  async beforeRefusing<Reply>(installationId: string, command: () => Promise<Outcome<Reply>>): Promise<Outcome<Reply>> {
    const outcome = await command();
    if (outcome.accepted || !bindingRefusals.has(outcome.refusal.code)) return outcome;
    const expired = await this.expireDue(now(), installationId);
    return expired === 0 ? outcome : await command();
  }

  /** Expires what is due at `at`, of one wallet or of all; answers how many holds that were. */
  async expireDue(at: Date, installationId?: string): Promise<number> {
    const due = await this.holds.due(at, SWEEP_LIMIT, installationId);
    await Promise.all(due.map((hold) => this.expire(hold, at.toISOString())));
    return due.length;
  }

  private async expire(hold: HoldRow, at: string): Promise<void> {
    await this.store.run({
      name: 'ExpireHold',
      streams: { wallet: streamRef(walletStream, hold.installation_id), hold: streamRef(holdStream, hold.stream_id) },
      decide: (states) => expireHold({ at }, states),
    });
  }
}

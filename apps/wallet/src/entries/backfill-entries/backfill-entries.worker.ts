import { log, measure, now } from '@kushk/runtime';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { EntryBackfills } from './entry-backfills.view.js';

const RUN_EVERY_MS = 5_000;

/** Fills in the entries of facts that an older version of the service stored. */
@Injectable()
export class BackfillEntriesWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private run: Promise<unknown> = Promise.resolve();

  constructor(private readonly backfills: EntryBackfills) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.run = this.run
        .then(() => this.backfill())
        .catch((error: unknown) => log.warn({ err: error }, 'filling in the entries of wallets failed'));
    }, RUN_EVERY_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.isStopped = true;
    await this.run;
  }

  /** Fills in the entries of all wallets in the queue that no other process has claimed. */
  async backfill(): Promise<void> {
    for (;;) {
      const installationId = await this.backfills.claim(now());
      if (installationId === null) return;
      const facts = await this.backfills.fill(installationId, () => !this.isStopped);
      measure.maintained('backfill_wallet_entries', facts);
      if (this.isStopped) return;
    }
  }
}

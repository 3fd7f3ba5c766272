import { BackgroundLoop, now, realNow } from '@kushk/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Retention, runAll } from './retention.view.js';

const DELETE_OBSOLETE_EVERY_MS = 60_000;
const DELETE_EXPIRED_EVERY_MS = 3_600_000;

/** Deletes obsolete deliveries every minute and expired rows every hour. */
@Injectable()
export class RetentionWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new BackgroundLoop({
    run: () => this.run(now()),
    everyMs: DELETE_OBSOLETE_EVERY_MS,
    failure: 'retention failed',
  });
  private expiredDeletedAtMs = 0;

  constructor(private readonly retention: Retention) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  private async run(at: Date): Promise<void> {
    const isDue = at.getTime() - this.expiredDeletedAtMs >= DELETE_EXPIRED_EVERY_MS;
    const deleteExpired = async (): Promise<void> => {
      await this.retention.deleteExpired(at, realNow());
      this.expiredDeletedAtMs = at.getTime();
    };
    await runAll([() => this.retention.deleteObsolete(realNow()), ...(isDue ? [deleteExpired] : [])]);
  }
}

import { log, now } from '@kushk/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Retention } from './retention.view.js';

const DELETE_OBSOLETE_EVERY_MS = 60_000;
const DELETE_EXPIRED_EVERY_MS = 3_600_000;

/** Deletes obsolete deliveries every minute and expired rows every hour. */
@Injectable()
export class RetentionWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private expiredDeletedAtMs = 0;

  constructor(private readonly retention: Retention) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.run(), DELETE_OBSOLETE_EVERY_MS);
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async run(): Promise<void> {
    try {
      const at = now();
      await this.retention.deleteObsolete(at);
      if (at.getTime() - this.expiredDeletedAtMs < DELETE_EXPIRED_EVERY_MS) return;
      await this.retention.deleteExpired(at);
      this.expiredDeletedAtMs = at.getTime();
    } catch (err) {
      log.warn({ err }, 'retention failed');
    }
  }
}

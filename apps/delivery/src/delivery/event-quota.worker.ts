import { BackgroundLoop, log, now } from '@kushk/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { EventQuota } from './event-quota.view.js';

const ENFORCE_EVERY_MS = 30_000;
/** The commit of an event may end so long after the event was made. */
const LATE_MS = 30_000;

/** Enforces the quota of waiting events every half minute. */
@Injectable()
export class EventQuotaWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new BackgroundLoop({
    run: () => this.run(now()),
    everyMs: ENFORCE_EVERY_MS,
    failure: 'enforcing the quota of waiting events failed',
  });
  private enforcedAtMs = now().getTime();

  constructor(private readonly quota: EventQuota) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  private async run(at: Date): Promise<void> {
    const moved = await this.quota.enforce(new Date(this.enforcedAtMs - LATE_MS), at);
    this.enforcedAtMs = at.getTime();
    for (const [installation_id, events] of moved)
      log.warn({ installation_id, events }, 'events beyond the quota became dead letters');
  }
}

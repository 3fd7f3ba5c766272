import { BackgroundLoop, now } from '@kushk/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { ReleaseCounts } from './release-counts.view.js';

/** A rollout is halted within a minute, of which the hub uses the rest. */
const COUNT_EVERY_MS = 10_000;

/** Counts the calls of each release. Several processes may run it: one of them counts at a time. */
@Injectable()
export class CountCallsWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new BackgroundLoop({
    run: () => this.counts.count(now()),
    everyMs: COUNT_EVERY_MS,
    failure: 'counting the calls of releases failed',
  });

  constructor(private readonly counts: ReleaseCounts) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}

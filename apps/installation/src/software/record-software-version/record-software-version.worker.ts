import { forStream, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { BackgroundLoop, CONFIG, now, SOFTWARE_VERSION, type Config } from '@kushk/runtime';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { softwareStream } from '../software.js';
import { recordSoftwareVersion } from './record-software-version.js';

const RETRY_AFTER_MS = 5_000;

/** Tells the hub after an upgrade which version the instance runs now. */
@Injectable()
export class RecordSoftwareVersionWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop = new BackgroundLoop({
    run: () => this.record(),
    everyMs: Infinity,
    retryMs: () => RETRY_AFTER_MS,
    failure: 'version of the software not recorded',
  });

  constructor(
    private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Runs in the background, so that it does not delay the start of the service. */
  onApplicationBootstrap(): void {
    this.loop.start();
    this.loop.notify();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
  }

  private async record(): Promise<void> {
    const command = { softwareVersion: SOFTWARE_VERSION, at: now().toISOString() };
    await this.store.run({
      name: 'RecordSoftwareVersion',
      streams: { software: streamRef(softwareStream, this.config.scope) },
      decide: ({ software }) => forStream('software', recordSoftwareVersion(command, software)),
      meta: { actor: { kind: 'system' } },
    });
  }
}

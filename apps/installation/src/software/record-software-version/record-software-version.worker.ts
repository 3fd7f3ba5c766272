import { forStream, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { CONFIG, log, now, SOFTWARE_VERSION, type Config } from '@kushk/runtime';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { softwareStream } from '../software.js';
import { recordSoftwareVersion } from './record-software-version.js';

const RETRY_AFTER_MS = 5_000;

/** Tells the hub after an upgrade which version the instance runs now. */
@Injectable()
export class RecordSoftwareVersionWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private retryTimer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Runs in the background, so that it does not delay the start of the service. */
  onApplicationBootstrap(): void {
    void this.record();
  }

  onModuleDestroy(): void {
    this.isStopped = true;
    clearTimeout(this.retryTimer);
  }

  private async record(): Promise<void> {
    const command = { softwareVersion: SOFTWARE_VERSION, at: now().toISOString() };
    try {
      await this.store.run({
        name: 'RecordSoftwareVersion',
        streams: { software: streamRef(softwareStream, this.config.scope) },
        decide: ({ software }) => forStream('software', recordSoftwareVersion(command, software)),
        meta: { actor: { kind: 'system' } },
      });
    } catch (err) {
      if (this.isStopped) return;
      log.warn({ err, retry_in_ms: RETRY_AFTER_MS }, 'version of the software not recorded');
      this.retryTimer = setTimeout(() => void this.record(), RETRY_AFTER_MS);
    }
  }
}

import { whenAvailable } from '@kushk/event-store';
import { CONFIG, type Config } from '@kushk/runtime';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';

const LARGEST_INTEGER = 2 ** 31 - 1;

/**
 * The quota of waiting events (docs/reference/limits.md). The transaction that queues an event beyond it makes the
 * event a dead letter (migrations/0002-queue-heads.ts). It stays in the feed, so it can be polled and redelivered.
 */
@Injectable()
export class EventQuota implements OnApplicationBootstrap {
  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Pick<Config, 'quotas'>,
  ) {}

  /** Stores the configured quota for the transactions of all processes. */
  async onApplicationBootstrap(): Promise<void> {
    const { waiting_events_per_key, waiting_events } = this.config.quotas;
    await whenAvailable(() =>
      this.database.query(
        'update waiting_quotas set per_key = least($1::bigint, $3), per_installation = least($2::bigint, $3)',
        [waiting_events_per_key, waiting_events, LARGEST_INTEGER],
      ),
    );
  }
}

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { announceChanges } from '../circuits.view.js';

const REVIVE_LIFECYCLE_CALLS = `
update delivery_queue set due_at = $2, failures = 0, first_attempt_at = null, dead_at = null
where installation_id = $1 and channel = 'lifecycle' and dead_at is not null`;

const IS_INSTALLED = 'select from endpoints where stream_id = $1 and organisation_id = $2 and not removed';

/** Ends what keeps the calls to an installation back. */
@Injectable()
export class Resumptions {
  constructor(private readonly database: DataSource) {}

  /**
   * Ends a stop after a 410 and closes open circuits in all channels, and queues lifecycle calls again whose retries
   * have ended. Wakes the workers of all processes. Dead letters of events stay: they are redelivered by range.
   */
  async resume(installationId: string, now: Date): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.query('delete from endpoint_circuits where installation_id = $1', [installationId]);
      await manager.query(REVIVE_LIFECYCLE_CALLS, [installationId, now]);
      await announceChanges(manager, [installationId]);
    });
  }

  /** Does the same for an organisation. Returns false when it has no such installation. */
  async resumeOf(organisationId: string, installationId: string, now: Date): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(IS_INSTALLED, [installationId, organisationId]);
    if (rows.length > 0) await this.resume(installationId, now);
    return rows.length > 0;
  }
}

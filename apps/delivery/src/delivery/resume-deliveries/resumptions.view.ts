import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { announceChanges } from '../circuits.view.js';

// An open circuit sends its probe now. It stays open until an answer comes, so that nothing looks better than it is.
// The breaker of tool calls is no circuit of this kind, and is stored as closed.
const PROBE_NOW = `
update endpoint_circuits set updated_at = $3,
  circuit = circuit || jsonb_build_object('failedProbes', 0, 'nextProbeAtMs', $2::bigint, 'permits', '[]'::jsonb)
where installation_id = $1 and state = 'open'`;

const CLOSE_OTHERS = `delete from endpoint_circuits where installation_id = $1 and state <> 'open'`;

const REVIVE_LIFECYCLE_CALLS = `
update delivery_queue set due_at = $2, failures = 0, first_attempt_at = null, dead_at = null
where installation_id = $1 and channel = 'lifecycle' and dead_at is not null`;

const IS_INSTALLED = 'select from endpoints where stream_id = $1 and organisation_id = $2 and not removed';

/** Ends what keeps the calls to an installation back. */
@Injectable()
export class Resumptions {
  constructor(private readonly database: DataSource) {}

  /**
   * Ends a stop after a 410 in all channels, lets open circuits send a probe now, and queues lifecycle calls again
   * whose retries have ended. Wakes the workers of all processes. Dead letters of events stay: they are redelivered
   * by range.
   */
  async resume(installationId: string, now: Date): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.query(CLOSE_OTHERS, [installationId]);
      await manager.query(PROBE_NOW, [installationId, now.getTime(), now]);
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

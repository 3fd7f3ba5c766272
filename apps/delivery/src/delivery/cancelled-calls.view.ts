/**
 * Cancelled `installed` calls. Only the newest one of an installation is current, and only until the plugin has its
 * credentials. A newer rotation or an admin who reads the credentials cancels the others: no further attempt is made.
 */
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { announceChanges } from './circuits.view.js';

/** SQL: the id of the current `installed` call of the endpoint `e`; null when there is none. */
export const CURRENT_INSTALLED_CALL = `case when e.installed_pending then
  (select l.delivery_id from lifecycle_calls l where l.installation_id = e.stream_id and l.kind = 'installed'
   order by l.sequence desc limit 1) end`;

// A call in flight stays until its attempt ends. The circuit counts the failures of the cancelled calls; it is deleted
// when nothing else waits in the channel. The outer statement still sees the rows that `cancelled` deletes.
const DELETE_CANCELLED = `
with cancelled as (
  delete from delivery_queue q using endpoints e
  where q.installation_id = any($1::text[]) and q.channel = 'lifecycle' and q.kind = 'installed'
    and ($2::text[] is null or q.delivery_id = any($2)) and (q.leased_until is null or q.leased_until <= $3)
    and e.stream_id = q.installation_id and q.delivery_id is distinct from (${CURRENT_INSTALLED_CALL})
  returning q.installation_id, q.delivery_id
), recovered as (
  delete from endpoint_circuits c where c.channel = 'lifecycle'
    and c.installation_id in (select installation_id from cancelled)
    and not exists (select from delivery_queue o where o.installation_id = c.installation_id and o.channel = c.channel
      and o.delivery_id not in (select delivery_id from cancelled))
  returning c.installation_id
) select installation_id from recovered`;

/**
 * Deletes the cancelled ones of these calls in the transaction of `manager`, and wakes the workers of all processes.
 * `deliveryIds` is null for all calls of the installations. Returns the installations whose circuit is closed now.
 */
export async function deleteCancelled(
  manager: EntityManager,
  calls: {
    readonly installationIds: readonly string[];
    readonly deliveryIds: readonly string[] | null;
    /** The real time, which leases follow. */
    readonly now: Date;
  },
): Promise<readonly string[]> {
  const rows = await manager.query<{ installation_id: string }[]>(DELETE_CANCELLED, [
    calls.installationIds,
    calls.deliveryIds,
    calls.now,
  ]);
  const closed = rows.map((row) => row.installation_id);
  if (closed.length > 0) await announceChanges(manager, closed);
  return closed;
}

@Injectable()
export class CancelledCalls {
  constructor(private readonly database: DataSource) {}

  /** Deletes the cancelled calls of an installation, except one that is in flight: its attempt log deletes it. */
  async delete(installationId: string, now: Date): Promise<void> {
    await this.database.transaction(async (manager) => {
      // Waits for the attempt log, which may be recording the end of an attempt without seeing the cancellation yet.
      await manager.query(
        `select from delivery_queue where installation_id = $1 and channel = 'lifecycle' and kind = 'installed'
         order by delivery_id for update`,
        [installationId],
      );
      await deleteCancelled(manager, { installationIds: [installationId], deliveryIds: null, now });
    });
  }
}

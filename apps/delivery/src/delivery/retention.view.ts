/**
 * Deletes rows whose retention period has ended (30 days, docs/reference/limits.md), queued deliveries that have become
 * obsolete, and what removed installations leave behind. All in chunks, each found by an index: the work of a run grows
 * with what it deletes, not with the sizes of the tables.
 */
import { deleteInChunks } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CURRENT_INSTALLED_CALL, deleteCancelled } from './cancelled-calls.view.js';

const RETENTION_DAYS = 30;

/** What was made before this time is not kept. Retention deletes it a little later, so lists leave it out meanwhile. */
export const storedSince = (now: Date): Date => new Date(now.getTime() - RETENTION_DAYS * 86_400_000);

const IS_NOT_LEASED = '(t.leased_until is null or t.leased_until < $2)';

// Looks up one row of the queue per installation, however long its queue is. The two parts read the partial indexes of
// waiting deliveries and of dead letters.
const OBSOLETE_QUEUES = `
with recursive waiting as (
  (select installation_id from delivery_queue where dead_at is null order by installation_id limit 1)
  union all
  select n.installation_id from waiting w cross join lateral (
    select installation_id from delivery_queue where dead_at is null and installation_id > w.installation_id
    order by installation_id limit 1) n
), dead as (
  (select installation_id from delivery_queue where dead_at is not null order by installation_id limit 1)
  union all
  select n.installation_id from dead d cross join lateral (
    select installation_id from delivery_queue where dead_at is not null and installation_id > d.installation_id
    order by installation_id limit 1) n
)
select e.stream_id as installation_id, e.removed from (select * from waiting union select * from dead) q
join endpoints e on e.stream_id = q.installation_id
where e.removed or exists (
  select from delivery_queue i where i.installation_id = e.stream_id and i.channel = 'lifecycle' and i.kind = 'installed'
    and i.delivery_id is distinct from (${CURRENT_INSTALLED_CALL}))`;

/** Runs every step, also after one has failed. */
export async function runAll(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const results: PromiseSettledResult<unknown>[] = [];
  for (const step of steps) results.push(...(await Promise.allSettled([step()])));
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} steps of retention failed`);
}

@Injectable()
export class Retention {
  constructor(private readonly database: DataSource) {}

  /**
   * Deletes rows older than 30 days, except events that still wait: a delivery cannot be sent without the event that
   * has its body. Also deletes the queues of removed installations. Leases follow the real time.
   */
  async deleteExpired(now: Date, leasesNow = now): Promise<void> {
    const before = storedSince(now);
    const expired = (table: string, age: string, { where = '', values = [] as readonly unknown[] } = {}) =>
      deleteInChunks(this.database, {
        table,
        where: `t.${age} < $1 ${where}`,
        orderBy: age,
        values: [before, ...values],
      });
    await runAll([
      () => expired('delivery_queue', 'created_at', { where: `and ${IS_NOT_LEASED}`, values: [leasesNow] }),
      () =>
        expired('feed_events', 'created_at', {
          where: 'and not exists (select from delivery_queue q where q.delivery_id = t.event_id)',
        }),
      () => expired('delivery_attempts', 'started_at'),
      () => expired('tool_calls', 'called_at'),
      () => expired('lifecycle_calls', 'created_at'),
      () => expired('release_counts', 'minute'),
      () => expired('release_installations', 'last_at'),
      () =>
        deleteInChunks(this.database, {
          table: 'event_polls',
          where: 'exists (select from endpoints e where e.stream_id = t.installation_id and e.removed)',
          values: [],
        }),
      () =>
        deleteInChunks(this.database, {
          table: 'endpoint_queues',
          where: `t.waiting <= 0 and exists (select from endpoints e where e.stream_id = t.installation_id and e.removed)`,
          values: [],
        }),
    ]);
  }

  /**
   * Deletes queued events and dead letters of removed installations, cancelled `installed` calls, and the
   * circuits of removed installations whose `removed` call has ended.
   */
  async deleteObsolete(leasesNow: Date): Promise<void> {
    await runAll([() => this.deleteQueues(leasesNow), () => this.deleteCircuits()]);
  }

  private async deleteQueues(now: Date): Promise<void> {
    const queues = await this.database.query<{ installation_id: string; removed: boolean }[]>(OBSOLETE_QUEUES);
    for (const { installation_id: id, removed } of queues) {
      if (!removed) {
        // Only a process that ended during an attempt leaves them behind.
        const calls = { installationIds: [id], deliveryIds: null, now };
        await this.database.transaction((manager) => deleteCancelled(manager, calls));
        continue;
      }
      for (const part of ['is null', 'is not null'])
        await deleteInChunks(this.database, {
          table: 'delivery_queue',
          where: `t.installation_id = $1 and t.dead_at ${part} and ${IS_NOT_LEASED} and (t.channel = 'event' or t.kind = 'installed')`,
          values: [id, now],
        });
    }
  }

  private async deleteCircuits(): Promise<void> {
    await deleteInChunks(this.database, {
      table: 'endpoint_circuits',
      where: `exists (select from endpoints e where e.stream_id = t.installation_id and e.removed) and not exists (
        select from delivery_queue q where q.installation_id = t.installation_id and q.dead_at is null)`,
      values: [],
    });
  }
}

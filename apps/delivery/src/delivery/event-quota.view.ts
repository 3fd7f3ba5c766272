/**
 * Makes the newest waiting events of an installation dead letters when more wait than its quota allows
 * (docs/reference/limits.md). They stay in the feed, so they can be polled and redelivered.
 */
import { CONFIG, type Config } from '@kushk/runtime';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

// Only installations that have got events since the last run. Events of a paused or suspended one wait without a limit.
const GROWN = `
select distinct q.installation_id from delivery_queue q join endpoints e on e.stream_id = q.installation_id
where q.created_at >= $1 and q.channel = 'event' and q.dead_at is null and e.calls_allowed and not e.removed`;

// Counts no further than the quota and the recent events, of which at most all become dead letters. Events from before
// stay: they may have waited since a pause.
const DEAD_LETTER_SURPLUS = `
with recent as materialized (
  select q.ctid as row_id, q.order_key, q.sequence, q.leased_until > $3 as is_in_flight from delivery_queue q
  where q.installation_id = $1 and q.channel = 'event' and q.dead_at is null and q.created_at >= $2
), of_key as (
  select k.order_key, (select count(*) from (
      select from delivery_queue b where b.installation_id = $1 and b.channel = 'event' and b.order_key = k.order_key
        and b.dead_at is null limit $4::bigint + k.count) w) - $4 as surplus
  from (select order_key, count(*) from recent group by order_key) k
), in_all as (
  select (select count(*) from (
      select from delivery_queue b where b.installation_id = $1 and b.channel = 'event' and b.dead_at is null
        limit $5::bigint + r.count) w) - $5 as surplus
  from (select count(*) from recent) r
), surplus as (
  select n.row_id from (
    select *, row_number() over (partition by order_key order by sequence desc) as newest_of_key,
      row_number() over (order by sequence desc) as newest from recent) n
  join of_key k on k.order_key = n.order_key cross join in_all a
  where n.is_in_flight is not true and (n.newest_of_key <= k.surplus or n.newest <= a.surplus)
), moved as (
  update delivery_queue q set dead_at = $3 from surplus s where q.ctid = s.row_id returning 1
) select count(*)::int as count from moved`;

@Injectable()
export class EventQuota {
  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Pick<Config, 'quotas'>,
  ) {}

  /** Checks the installations that have got events since `since`. Returns the number of new dead letters of each. */
  async enforce(since: Date, now: Date): Promise<ReadonlyMap<string, number>> {
    const { waiting_events_per_key, waiting_events } = this.config.quotas;
    const grown = await this.database.query<{ installation_id: string }[]>(GROWN, [since]);
    const moved = new Map<string, number>();
    for (const { installation_id: id } of grown) {
      const values = [id, since, now, waiting_events_per_key, waiting_events];
      const [row] = await this.database.query<{ count: number }[]>(DEAD_LETTER_SURPLUS, values);
      if (row !== undefined && row.count > 0) moved.set(id, row.count);
    }
    return moved;
  }
}

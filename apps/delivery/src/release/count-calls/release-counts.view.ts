/**
 * Counts of the tool calls and event attempts of each release, by minute. They are added up in the background from the
 * rows that a call and an attempt store anyway, so that counting adds no statement to a call. Changed in
 * place and left alone by a rebuild, like the rows themselves.
 */
import { TOOL_DURATION_BOUNDS_MS, type CallCounts, type CountedPeriod } from '@kushk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** Bounds the work of one transaction. */
const ROWS_PER_RUN = 20_000;

/** Failures for which the plugin is not to blame: the request could not be built, or its destination is forbidden. */
const NOT_BY_THE_PLUGIN = `('internal', 'blocked')`;
const TOOL_ROWS = 'tool_calls where version is not null';
const EVENT_ROWS = `delivery_attempts where version is not null and channel = 'event'`;

// A run waits for no other: the rows are counted by whoever holds the lock.
const LOCK_PROGRESS = 'select counted_to::text from count_progress for update skip locked';
/**
 * How far this run counts. Every transaction below `pg_snapshot_xmin` has ended, so none of them stores a further row:
 * a process that was killed cannot leave a row behind that is passed over. In a copy of the database the numbers of
 * transactions start again, below what was counted.
 */
const SELECT_RANGE = `
select $1::xid8 > settled as is_copy, least($1::xid8, settled)::text as from_xid, least(settled, tools.xid, events.xid)::text as to_xid,
  least(settled, tools.xid, events.xid) < settled as has_more
from pg_snapshot_xmin(pg_current_snapshot()) as settled
left join lateral (select stored_by as xid from ${TOOL_ROWS} and stored_by >= $1::xid8
  order by stored_by offset ${ROWS_PER_RUN} limit 1) tools on true
left join lateral (select stored_by as xid from ${EVENT_ROWS} and stored_by >= $1::xid8
  order by stored_by offset ${ROWS_PER_RUN} limit 1) events on true`;
/** Rows of the copied database: its transactions would reach their numbers once more, and count them twice. */
const SKIP_COPIED = ['tool_calls', 'delivery_attempts'].map(
  (table) => `update ${table} set stored_by = null where version is not null and stored_by >= $1::xid8`,
);
const COUNT = `
with ended as (
  select installation_id, version, called_at as at, 'tool' as kind, width_bucket(duration_ms, $3::int[]) as slot,
    error is not null as failed
  from ${TOOL_ROWS} and stored_by >= $1::xid8 and stored_by < $2::xid8
  union all
  select installation_id, version, started_at, 'event', 0, error is not null
  from ${EVENT_ROWS} and stored_by >= $1::xid8 and stored_by < $2::xid8
    and (error is null or error not in ${NOT_BY_THE_PLUGIN})
), known as (
  select e.plugin_id, c.* from ended c join endpoints e on e.stream_id = c.installation_id
), installations as (
  insert into release_installations (plugin_id, version, installation_id, last_at)
  select plugin_id, version, installation_id, max(at) from known group by plugin_id, version, installation_id
  on conflict (plugin_id, version, installation_id) do update
    set last_at = greatest(release_installations.last_at, excluded.last_at)
)
insert into release_counts (plugin_id, version, minute, kind, slot, calls, failed)
select plugin_id, version, date_trunc('minute', at, 'UTC'), kind, slot, count(*), count(*) filter (where failed)
from known group by 1, 2, 3, 4, 5
on conflict (plugin_id, version, minute, kind, slot) do update
  set calls = release_counts.calls + excluded.calls, failed = release_counts.failed + excluded.failed`;

const READ = `
select p.index, c.kind, c.slot, sum(c.calls)::float8 as calls, sum(c.failed)::float8 as failed
from jsonb_to_recordset($1) as p(index int, plugin_id text, version text, "from" timestamptz, "to" timestamptz)
join release_counts c on c.plugin_id = p.plugin_id and c.version = p.version and c.minute >= p."from"
  and c.minute < coalesce(p."to", 'infinity')
group by p.index, c.kind, c.slot`;
const READ_INSTALLATIONS = `
select p.index, count(*)::float8 as installations
from jsonb_to_recordset($1) as p(index int, plugin_id text, version text, "from" timestamptz)
join release_installations i on i.plugin_id = p.plugin_id and i.version = p.version and i.last_at >= p."from"
group by p.index`;

interface CountRow {
  readonly index: number;
  readonly kind: 'tool' | 'event';
  readonly slot: number;
  readonly calls: number;
  readonly failed: number;
}

interface RangeRow {
  readonly is_copy: boolean;
  readonly from_xid: string;
  readonly to_xid: string;
  readonly has_more: boolean;
}

@Injectable()
export class ReleaseCounts {
  constructor(private readonly database: DataSource) {}

  /**
   * Counts every row that was stored since the last run of any process, each once: what was counted and how far commit
   * together. `at` is the time of the run. Does nothing while another process counts.
   */
  async count(at: Date): Promise<void> {
    while (await this.database.transaction((manager) => countRows(manager, at)));
  }

  /** The counts of each period, in their order, and up to when everything is counted. */
  async of(
    periods: readonly CountedPeriod[],
  ): Promise<{ readonly asOf: Date; readonly counts: readonly CallCounts[] }> {
    const wanted = JSON.stringify(periods.map((period, index) => ({ ...period, index })));
    return this.database.transaction('REPEATABLE READ', async (manager) => {
      const rows = await manager.query<CountRow[]>(READ, [wanted]);
      const active = await manager.query<{ index: number; installations: number }[]>(READ_INSTALLATIONS, [wanted]);
      const [progress] = await manager.query<{ as_of: Date }[]>('select as_of from count_progress');
      const installations = new Map(active.map((row) => [row.index, row.installations]));
      const counts = periods.map((_, index) => ({
        ...countsOf(rows.filter((row) => row.index === index)),
        installations: installations.get(index) ?? 0,
      }));
      return { asOf: progress?.as_of ?? new Date(0), counts };
    });
  }
}

/** Returns whether more rows are left to count. */
async function countRows(manager: EntityManager, at: Date): Promise<boolean> {
  const [progress] = await manager.query<{ counted_to: string }[]>(LOCK_PROGRESS);
  if (progress === undefined) return false;
  const [range] = await manager.query<RangeRow[]>(SELECT_RANGE, [progress.counted_to]);
  if (range === undefined) return false;
  const { is_copy, from_xid, to_xid, has_more } = range;
  if (is_copy) for (const skip of SKIP_COPIED) await manager.query(skip, [from_xid]);
  await manager.query(COUNT, [from_xid, to_xid, TOOL_DURATION_BOUNDS_MS]);
  await manager.query('update count_progress set counted_to = $1::xid8, as_of = case when $2 then as_of else $3 end', [
    to_xid,
    has_more,
    at,
  ]);
  return has_more;
}

function countsOf(rows: readonly CountRow[]): Omit<CallCounts, 'installations'> {
  const of = (kind: CountRow['kind']): readonly CountRow[] => rows.filter((row) => row.kind === kind);
  const sum = (counted: readonly CountRow[], column: 'calls' | 'failed'): number =>
    counted.reduce((total, row) => total + row[column], 0);
  const [tools, events] = [of('tool'), of('event')];
  return {
    tool_calls: sum(tools, 'calls'),
    tool_errors: sum(tools, 'failed'),
    tool_durations: Array.from({ length: TOOL_DURATION_BOUNDS_MS.length + 1 }, (_, slot) =>
      sum(
        tools.filter((row) => row.slot === slot),
        'calls',
      ),
    ),
    event_attempts: sum(events, 'calls'),
    event_failures: sum(events, 'failed'),
  };
}

/**
 * What each instance has reported last about a rollout. Changed in place and left alone by a rebuild: the instances
 * have the counts, and report them again within a minute.
 */
import type { PeriodCounts } from '@kushk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { InstanceReport } from './rollout-figures.js';

export interface StoredReport extends InstanceReport {
  readonly releaseKey: string;
  /** When the counted period began (ISO 8601). */
  readonly since: string;
}

// A resumed rollout begins its counts again, so a later `since` replaces everything.
const RECORD = `
insert into rollout_reports as r (release_key, instance_id, since, as_of, counts, before, is_lower)
select * from unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::json[], $6::json[], $7::bool[])
on conflict (release_key, instance_id) do update set since = excluded.since, as_of = excluded.as_of,
  counts = excluded.counts, before = excluded.before,
  is_lower = excluded.since = r.since and (r.is_lower or
    (excluded.counts ->> 'tool_calls')::bigint < (r.counts ->> 'tool_calls')::bigint or
    (excluded.counts ->> 'event_attempts')::bigint < (r.counts ->> 'event_attempts')::bigint)
where excluded.since > r.since or (excluded.since = r.since and excluded.as_of >= r.as_of)`;

@Injectable()
export class RolloutReports {
  constructor(private readonly database: DataSource) {}

  async record(reports: readonly Omit<StoredReport, 'isLower'>[]): Promise<void> {
    const column = (value: (report: Omit<StoredReport, 'isLower'>) => unknown): unknown[] => reports.map(value);
    await this.database.query(RECORD, [
      column(({ releaseKey }) => releaseKey),
      column(({ instanceId }) => instanceId),
      column(({ since }) => since),
      column(({ asOf }) => asOf),
      column(({ counts }) => JSON.stringify(counts)),
      column(({ before }) => (before === null ? null : JSON.stringify(before))),
      column(() => false),
    ]);
  }

  /** The newest reports about these releases. A rollout that was resumed may have some about its period before. */
  async of(releaseKeys: readonly string[]): Promise<readonly StoredReport[]> {
    const rows = await this.database.query<
      {
        readonly release_key: string;
        readonly instance_id: string;
        readonly since: Date;
        readonly as_of: Date;
        readonly counts: PeriodCounts;
        readonly before: PeriodCounts | null;
        readonly is_lower: boolean;
      }[]
    >(
      `select release_key, instance_id, since, as_of, counts, before, is_lower from rollout_reports
       where release_key = any($1) order by release_key, instance_id`,
      [releaseKeys],
    );
    return rows.map((row) => ({
      releaseKey: row.release_key,
      instanceId: row.instance_id,
      since: row.since.toISOString(),
      asOf: row.as_of,
      counts: row.counts,
      before: row.before,
      isLower: row.is_lower,
    }));
  }
}

/** Whether instances apply what the hub sends them, as far as the hub can tell from their evaluations. */
import type { InstanceHealth } from '@kushk/contracts';
import { isCompatible } from '@kushk/manifest';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { InstanceRow } from '../instances.view.js';

/** The health comes from this many of the newest status statements, so that its cost does not grow with the log. */
const NEWEST_STATEMENTS = 200;
/** An instance that is connected answers a statement within this time. */
export const ANSWER_WITHIN_MS = 60_000;

const LAST_REPORTS = `
  select i.stream_id as instance_id,
    (select max(e.evaluated_at) from evaluations e where e.instance_id = i.stream_id) as last_report_at,
    exists (select from instance_software s where s.stream_id = i.stream_id) as has_software
  from instances i where i.stream_id = any($1)`;
/**
 * The latest statement of each release among the newest ones, for each of the instances that has not answered it. With
 * the limit PostgreSQL looks up each answer: a join reads all evaluations.
 */
const UNANSWERED = `
  select i.stream_id as instance_id, i.plugin_api as offered, s.plugin_api as required,
    greatest(s.issued_at, (i.resource->>'registered_at')::timestamptz) as waits_since
  from (
    select distinct on (n.release_key) n.release_key, n.sequence, n.plugin_api, n.issued_at
    from (select * from issued_statements order by issued_at desc limit ${NEWEST_STATEMENTS}) n
    order by n.release_key, n.sequence desc) s
  cross join instances i
  left join lateral (select answered_sequence from evaluations
    where release_key = s.release_key and instance_id = i.stream_id limit 1) e on true
  where i.stream_id = any($1) and coalesce(e.answered_sequence, 0) < s.sequence`;

interface ReportRow {
  readonly instance_id: string;
  readonly last_report_at: Date | null;
  /** The instance has reported the version of its software. */
  readonly has_software: boolean;
}
interface UnansweredRow {
  readonly instance_id: string;
  readonly offered: string;
  readonly required: string;
  readonly waits_since: Date;
}

@Injectable()
export class InstancesHealth {
  constructor(@InjectRepository(InstanceRow) private readonly instances: Repository<InstanceRow>) {}

  /** Returns the health of each of these registered instances by its id. */
  async of(instanceIds: readonly string[], now: Date): Promise<ReadonlyMap<string, InstanceHealth>> {
    const [reports, unanswered] = await Promise.all([
      this.instances.query<ReportRow[]>(LAST_REPORTS, [instanceIds]),
      this.instances.query<UnansweredRow[]>(UNANSWERED, [instanceIds]),
    ]);
    const expected = unanswered.filter(({ offered, required }) => isCompatible(required, offered));
    const waiting = Map.groupBy(expected, ({ instance_id }) => instance_id);
    return new Map(
      reports.map((report) => [report.instance_id, healthOf(report, waiting.get(report.instance_id) ?? [], now)]),
    );
  }
}

function healthOf(
  { last_report_at, has_software }: ReportRow,
  waiting: readonly UnansweredRow[],
  now: Date,
): InstanceHealth {
  const oldest = waiting.length === 0 ? null : Math.min(...waiting.map(({ waits_since }) => waits_since.getTime()));
  const isLate = oldest !== null && now.getTime() - oldest > ANSWER_WITHIN_MS;
  const isConnected = last_report_at !== null || has_software;
  return {
    state: !isConnected ? 'unconnected' : oldest === null ? 'current' : isLate ? 'silent' : 'lagging',
    waiting: waiting.length,
    waiting_since: oldest === null ? null : new Date(oldest).toISOString(),
    last_report_at: last_report_at === null ? null : last_report_at.toISOString(),
  };
}

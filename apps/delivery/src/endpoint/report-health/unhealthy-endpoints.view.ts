/** Plugins that fail or are silent, without a notification yet. */
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IS_CALLABLE } from '../../release/suspended-releases.view.js';
import { SILENT_AFTER_MS, UNREAD_AFTER_MS } from '../get-health/polling-health.js';
import { REPORT_AGAIN_MS } from './report-health.js';

/** Shorter failures are mostly restarts of the plugin. */
export const FAILING_AFTER_MS = 10 * 60_000;

export interface UnhealthyEndpoint {
  readonly installation_id: string;
  readonly state: 'failing' | 'silent';
  readonly since: Date;
}

const PER_READ = 500;

// The person who calls a tool sees that it fails, so tool calls need no notification.
const UNREPORTED = `
with failing as (
  select c.installation_id, 'failing' as state, to_timestamp(min(
    (case when c.state = 'open' then c.circuit->>'openedAtMs' else c.circuit->>'sinceMs' end)::bigint) / 1000.0) as since
  from endpoint_circuits c where c.channel in ('event', 'lifecycle') and c.state in ('open', 'stopped')
  group by c.installation_id
), silent as (
  select e.stream_id as installation_id, 'silent' as state, least(
    greatest(e.pollable_since, p.polled_at) + $2::bigint * interval '1 ms',
    (select min(h.due_at) from queue_heads h where h.installation_id || h.channel = e.stream_id || 'event')
      + $3::bigint * interval '1 ms') as since
  from endpoints e left join event_polls p on p.installation_id = e.stream_id
  where e.polls and e.pollable_since is not null
)
select u.installation_id, u.state, u.since from (
  select * from failing where since <= $1::timestamptz - $4::bigint * interval '1 ms'
  union all select * from silent where since <= $1) u
join endpoints e on e.stream_id = u.installation_id
where ${IS_CALLABLE} and (e.health_reported_at is null or
  (u.since > e.health_reported_at and e.health_reported_at <= $1::timestamptz - $5::bigint * interval '1 ms'))
order by u.installation_id limit $6`;

@Injectable()
export class UnhealthyEndpoints {
  constructor(private readonly database: DataSource) {}

  unreported(at: Date): Promise<readonly UnhealthyEndpoint[]> {
    const limits = [SILENT_AFTER_MS, UNREAD_AFTER_MS, FAILING_AFTER_MS, REPORT_AGAIN_MS];
    return this.database.query<UnhealthyEndpoint[]>(UNREPORTED, [at, ...limits, PER_READ]);
  }
}

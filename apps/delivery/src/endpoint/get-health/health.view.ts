/** The health of the calls to a plugin, from its circuits, its queue and its newest attempts. */
import type { InstallationHealth } from '@kushk/contracts';
import { now } from '@kushk/runtime';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IS_CALLABLE } from '../../release/suspended-releases.view.js';
import type { Circuit } from '../../sending/circuit.js';
import type { ToolCircuitBreaker } from '../../tool/call-tool/tool-circuit-breaker.js';
import { channelHealth, toolHealth, type ChannelResults } from './channel-health.js';
import { pollingHealth } from './polling-health.js';

interface ResultRow {
  readonly channel: 'event' | 'lifecycle' | 'tool';
  readonly is_error: boolean;
  readonly at: Date;
  readonly status: number | null;
  readonly error: string | null;
}

interface QueueRow {
  readonly channel: 'event' | 'lifecycle';
  readonly next_due_at: Date | null;
  readonly ended_at: Date | null;
}

interface PollingRow {
  readonly pollable_since: Date | null;
  readonly polled_at: Date | null;
}

// The newest success and the newest failure of each channel: the last entry of an index before the end of its part.
// With equal values PostgreSQL may read the attempts of all endpoints by age instead, to find a result that is rare.
const RESULTS = `
select c.channel, c.is_error, r.at, r.status, r.error
from (values ('event', true), ('event', false), ('lifecycle', true), ('lifecycle', false)) as c(channel, is_error)
cross join lateral (
  select installation_id, channel, started_at as at, status, error from delivery_attempts
  where (installation_id, channel, (error is not null), started_at) < ($1, c.channel, c.is_error, 'infinity')
  order by installation_id desc, channel desc, (error is not null) desc, started_at desc limit 1) r
where r.installation_id = $1 and r.channel = c.channel and (r.error is not null) = c.is_error
union all
select 'tool', c.is_error, r.at, r.status, r.error from (values (true), (false)) as c(is_error)
cross join lateral (
  select installation_id, called_at as at, status, error from tool_calls
  where (installation_id, (error is not null), called_at) < ($1, c.is_error, 'infinity')
  order by installation_id desc, (error is not null) desc, called_at desc limit 1) r
where r.installation_id = $1 and (r.error is not null) = c.is_error`;

// Only lifecycle calls matter after their last retry: a dead letter of an event does not stop the other events.
const QUEUES = `
select c.channel,
  (select min(h.due_at) from queue_heads h where h.installation_id || h.channel = $1 || c.channel) as next_due_at,
  case when c.channel = 'lifecycle' then
    (select min(q.dead_at) from delivery_queue q
     where q.channel = c.channel and q.installation_id = $1 and q.dead_at is not null) end as ended_at
from (values ('event'), ('lifecycle')) as c(channel)`;

// An event that was never pushed is due since it was created.
const POLLING = `
select case when ${IS_CALLABLE} then e.pollable_since end as pollable_since, p.polled_at from endpoints e
left join event_polls p on p.installation_id = e.stream_id where e.stream_id = $1 and e.polls`;

@Injectable()
export class Health {
  constructor(private readonly database: DataSource) {}

  /** Returns the health of an installation's calls. */
  async of(installationId: string): Promise<InstallationHealth> {
    const { circuits, results, queues, polling } = await this.read(installationId);
    const circuitOf = (channel: string) => circuits.find((row) => row.channel === channel)?.circuit ?? null;
    const healthOf = (channel: QueueRow['channel']) => {
      const queue = queues.find((row) => row.channel === channel);
      return channelHealth(
        circuitOf(channel) as Circuit | null,
        { nextDueAt: queue?.next_due_at ?? null, endedAt: queue?.ended_at ?? null },
        resultsOf(results, channel),
      );
    };
    const tools = toolHealth(circuitOf('tool') as ToolCircuitBreaker | null, resultsOf(results, 'tool'));
    if (polling === undefined) return { lifecycle: healthOf('lifecycle'), events: healthOf('event'), tools };
    const oldestUnreadAt = queues.find(({ channel }) => channel === 'event')?.next_due_at ?? null;
    const { pollable_since: pollableSince, polled_at: polledAt } = polling;
    return {
      lifecycle: channelHealth(null, { nextDueAt: null, endedAt: null }, { lastSuccessAt: null, lastError: null }),
      events: pollingHealth({ pollableSince, polledAt, oldestUnreadAt }, now()),
      tools,
    };
  }

  /** All queries read one snapshot, so that a state is never shown without the attempt that caused it. */
  private async read(installationId: string) {
    return this.database.transaction('REPEATABLE READ', async (manager) => ({
      circuits: await manager.query<{ channel: string; circuit: unknown }[]>(
        'select channel, circuit from endpoint_circuits where installation_id = $1',
        [installationId],
      ),
      results: await manager.query<ResultRow[]>(RESULTS, [installationId]),
      queues: await manager.query<QueueRow[]>(QUEUES, [installationId]),
      polling: (await manager.query<PollingRow[]>(POLLING, [installationId]))[0],
    }));
  }
}

function resultsOf(rows: readonly ResultRow[], channel: ResultRow['channel']): ChannelResults {
  const success = rows.find((row) => row.channel === channel && !row.is_error);
  const failure = rows.find((row) => row.channel === channel && row.is_error);
  return {
    lastSuccessAt: success?.at ?? null,
    lastError:
      failure === undefined ? null : { at: failure.at, status: failure.status, error: failure.error ?? 'status' },
  };
}

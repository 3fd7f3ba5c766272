/**
 * The deliveries of an installation as an admin sees them: events, lifecycle calls and tool calls with their state in
 * the queue and their newest attempts, without bodies.
 */
import type { DeliveryAttemptResource, DeliveryFilter, DeliveryResource, DeliverySort } from '@kushk/contracts';
import { refuse, type Refused } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { waitOf } from '../../endpoint/get-health/channel-health.js';
import type { Circuit } from '../../sending/circuit.js';
import { CURRENT_INSTALLED_CALL } from '../cancelled-calls.view.js';
import { storedSince } from '../retention.view.js';
import { mergeEntries, positionAfter, type ListEntry, type ListPosition } from './list-position.js';

/** The number of deliveries whose attempts one statement reads: at most 20 × 10 attempts with 2 KiB of response. */
const CHUNK = 20;
/** A page ends when its deliveries exceed this size, so that it fits into one message whatever plugins return. */
const MAX_PAGE_BYTES = 1024 * 1024;
/** The number of attempts that are shown: an event that probes a dead endpoint for a week has two thousand. */
const SHOWN_ATTEMPTS = 10;

/** How many calls of a kind a search looks through: neither types nor statuses have an index. */
const SEARCHED_CALLS = 10_000;
/** The newest value of a column that a search $4, or a status $5, does not look through; `none` without either. */
const beforeSearched = (table: string, column: string, none: string): string => `
  (case when $4::text is null and $5::text is null then ${none} else coalesce((select n.${column} from ${table} n
    where n.installation_id = $1 order by n.${column} desc offset ${SEARCHED_CALLS} limit 1), ${none}) end)`;
/** The search $4 is a part of the type, or an id. */
const matching = (id: string, type: string): string =>
  `($4::text is null or strpos(lower(${type}), lower($4)) > 0 or ${id} = $4)`;
/** As `statusOf` has it. */
const EVENT_STATUS = `
case when q.dead_at is not null then 'dead' when q.delivery_id is not null then 'waiting'
  when e.sequence <= (select p.read_to from event_polls p where p.installation_id = $1) then 'delivered'
  when exists (select from delivery_attempts a where a.delivery_id = e.event_id and a.error is null) then 'delivered'
  else 'dead' end`;
/** What comes after a position in each order, and the direction of the order. */
const ORDERS = { newest: ['<', 'desc'], oldest: ['>', 'asc'] } as const;
const eventsIn = ([beyond, direction]: Order): string => `
select e.event_id as id, 'event' as channel, e.type, e.sequence, e.created_at
from feed_events e left join delivery_queue q on q.delivery_id = e.event_id and $5::text is not null
where e.installation_id = $1 and ($2::bigint is null or e.sequence ${beyond} $2) and ${matching('e.event_id', 'e.type')}
  and e.sequence > ${beforeSearched('feed_events', 'sequence', '0')} and e.created_at >= $6
  and ($5::text is null or ${EVENT_STATUS} = $5) order by e.sequence ${direction} limit $3`;
const lifecycleCallsIn = ([beyond, direction]: Order): string => `
select delivery_id as id, 'lifecycle' as channel, kind as type, sequence, created_at from lifecycle_calls
where installation_id = $1 and ($2::bigint is null or sequence ${beyond} $2) and ${matching('delivery_id', 'kind')}
  and created_at >= $5
order by sequence ${direction} limit $3`;
const toolCallsIn = ([beyond, direction]: Order): string => `
select call_id as id, 'tool' as channel, tool as type, null as sequence, called_at as created_at from tool_calls
where installation_id = $1 and ($2::timestamptz is null or (called_at, call_id) ${beyond} ($2, $6::text))
  and ${matching('call_id', 'tool')}
  and called_at > ${beforeSearched('tool_calls', 'called_at', `'-infinity'::timestamptz`)} and called_at >= $7
  and ($5::text is null or (case when error is null then 'delivered' else 'failed' end) = $5)
order by called_at ${direction}, call_id ${direction} limit $3`;

const ATTEMPTS = `
select d.id, q.due_at, q.dead_at, coalesce(q.leased_until > now(), false) as in_flight, a.attempts, a.count, a.delivered
from unnest($1::text[]) as d(id) left join delivery_queue q on q.delivery_id = d.id
cross join lateral (
  select coalesce(max(attempt), 0)::int as count, coalesce(bool_or(error is null), false) as delivered,
    coalesce(json_agg(json_build_object('attempt', attempt, 'at', started_at, 'duration_ms', duration_ms,
      'status', status, 'error', error, 'response', response) order by attempt)
      filter (where position <= ${SHOWN_ATTEMPTS}), '[]') as attempts
  from (select *, row_number() over (order by attempt desc) as position from delivery_attempts
    where delivery_id = d.id) n
) a
union all
select call_id, null, null, false, json_build_array(json_build_object('attempt', 1, 'at', called_at, 'duration_ms', duration_ms,
  'status', status, 'error', error, 'response', null)), 1, error is null
from tool_calls where call_id = any($2::text[])`;

const ENDPOINT = `
select e.calls_allowed, e.has_credentials, coalesce(e.base_url, e.move->>'base_url') is not null as has_address, e.polls,
  (select p.read_to from event_polls p where p.installation_id = e.stream_id) as read_to,
  ${CURRENT_INSTALLED_CALL} as installed_call,
  (select json_object_agg(c.channel, c.circuit) from endpoint_circuits c where c.installation_id = e.stream_id) as circuits
from endpoints e where e.stream_id = $1`;

type Order = (typeof ORDERS)[DeliverySort];

interface EntryRow {
  readonly id: string;
  readonly channel: ListEntry['channel'];
  readonly type: string;
  readonly sequence: string | null;
  readonly created_at: Date;
}

interface AttemptsRow {
  readonly id: string;
  readonly due_at: Date | null;
  readonly dead_at: Date | null;
  readonly in_flight: boolean;
  readonly attempts: readonly DeliveryAttemptResource[];
  readonly count: number;
  readonly delivered: boolean;
}

interface EndpointRow {
  readonly calls_allowed: boolean;
  readonly has_credentials: boolean;
  readonly has_address: boolean;
  readonly polls: boolean;
  /** The sequence number up to which the plugin has polled; null when it never has. */
  readonly read_to: string | null;
  /** The `installed` call that is sent until the plugin accepts it; null when it has its credentials. */
  readonly installed_call: string | null;
  readonly circuits: Readonly<Record<string, Circuit>> | null;
}

@Injectable()
export class Deliveries {
  constructor(private readonly database: DataSource) {}

  /** Returns true when the installation belongs to the organisation and was not removed. */
  async isInstalled(installationId: string, organisationId: string): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      'select from endpoints where stream_id = $1 and organisation_id = $2 and not removed',
      [installationId, organisationId],
    );
    return rows.length > 0;
  }

  /**
   * Why events of the installation, or the delivery with this id, cannot be pushed again; null when they can. A plugin
   * that polls has a lifecycle call while its next version moves to an address, and that call can.
   */
  async refusalToPush(
    installationId: string,
    organisationId: string,
    deliveryId: string | null = null,
  ): Promise<Refused | null> {
    const [endpoint] = await this.database.query<{ polls: boolean }[]>(
      `select polls and not exists (
         select from delivery_queue where installation_id = $1 and delivery_id = $3 and channel = 'lifecycle'
       ) as polls from endpoints where stream_id = $1 and organisation_id = $2 and not removed`,
      [installationId, organisationId, deliveryId],
    );
    if (endpoint === undefined) return refuse('installation.not_found');
    return endpoint.polls ? refuse('delivery.polled') : null;
  }

  /** Lists the deliveries of the last 30 days after a position, by time. `next` is null on the last page. */
  async listAfter(
    { installationId, sort }: { readonly installationId: string; readonly sort: DeliverySort },
    { position, limit, filter }: { readonly position: ListPosition; readonly limit: number; filter: DeliveryFilter },
  ): Promise<{ readonly items: readonly DeliveryResource[]; readonly next: ListPosition | null }> {
    const { channel, status, q } = filter;
    const { event, lifecycle, tool } = position;
    const order = ORDERS[sort];
    const most = limit + 1;
    const since = storedSince(now());
    const entriesOf = (of: ListEntry['channel'], statement: string, values: readonly unknown[]) =>
      channel === null || channel === of ? this.entries(statement, [installationId, ...values]) : [];
    const lists = await Promise.all([
      entriesOf('event', eventsIn(order), [event, most, q, status, since]),
      entriesOf('lifecycle', lifecycleCallsIn(order), [lifecycle, most, q, since]),
      entriesOf('tool', toolCallsIn(order), [tool?.at ?? null, most, q, status, tool?.id ?? null, since]),
    ]);
    const found = mergeEntries(lists, sort);
    const items: DeliveryResource[] = [];
    let bytes = 0;
    let read = 0;
    // Retention may delete a tool call after it was found, so `items` may be shorter than what was read.
    while (read < Math.min(limit, found.length) && bytes < MAX_PAGE_BYTES) {
      const chunk = found.slice(read, Math.min(read + CHUNK, limit));
      read += chunk.length;
      const resources = await this.withAttempts(installationId, chunk);
      bytes += JSON.stringify(resources).length;
      // A page may be shorter than the limit: the status of a lifecycle call is known only with its attempts.
      items.push(...resources.filter((one) => status === null || one.status === status));
    }
    const isLast = read >= found.length;
    return { items, next: isLast ? null : positionAfter(position, found.slice(0, read)) };
  }

  /** Returns one event or lifecycle call; null when the installation has none with this id, or it has expired. */
  async find(installationId: string, deliveryId: string): Promise<DeliveryResource | null> {
    const rows = await this.entries(
      `select event_id as id, 'event' as channel, type, sequence, created_at from feed_events
       where installation_id = $1 and event_id = $2
       union all
       select delivery_id, 'lifecycle', kind, sequence, created_at from lifecycle_calls
       where installation_id = $1 and delivery_id = $2`,
      [installationId, deliveryId],
    );
    return (await this.withAttempts(installationId, rows))[0] ?? null;
  }

  private async entries(statement: string, values: readonly unknown[]): Promise<readonly ListEntry[]> {
    const rows = await this.database.query<EntryRow[]>(statement, [...values]);
    return rows.map(({ id, channel, type, sequence, created_at: createdAt }) => {
      return { id, channel, type, sequence: sequence === null ? null : Number(sequence), createdAt };
    });
  }

  private async withAttempts(
    installationId: string,
    entries: readonly ListEntry[],
  ): Promise<readonly DeliveryResource[]> {
    const idsOf = (isTool: boolean) => entries.filter((one) => (one.channel === 'tool') === isTool).map(({ id }) => id);
    // One snapshot, so that a delivery never shows an attempt without the state of the endpoint that it caused.
    const [rows, [endpoint]] = await this.database.transaction('REPEATABLE READ', async (manager) => [
      await manager.query<AttemptsRow[]>(ATTEMPTS, [idsOf(false), idsOf(true)]),
      await manager.query<EndpointRow[]>(ENDPOINT, [installationId]),
    ]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return entries.flatMap((entry) => {
      const row = byId.get(entry.id);
      return row === undefined ? [] : [toResource(entry, row, endpoint)];
    });
  }
}

function toResource(entry: ListEntry, row: AttemptsRow, endpoint: EndpointRow | undefined): DeliveryResource {
  const { id, channel, type, sequence, createdAt } = entry;
  const isEvent = channel === 'event';
  const status = statusOf(entry, row, endpoint);
  const isSendable =
    endpoint?.has_address === true && (!isEvent || (endpoint.calls_allowed && endpoint.has_credentials));
  const wait =
    status === 'waiting' && row.due_at !== null
      ? isEvent && endpoint?.polls === true && endpoint.calls_allowed
        ? ({ next_attempt_at: null, waits_for: 'poll' } as const)
        : waitOf(endpoint?.circuits?.[channel] ?? null, { isSendable, dueAt: row.due_at })
      : { next_attempt_at: null, waits_for: null };
  return {
    id,
    channel,
    event_id: isEvent ? id : null,
    type,
    sequence: isEvent ? sequence : null,
    created_at: createdAt.toISOString(),
    status,
    attempts: row.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
    attempt_count: row.count,
    ...wait,
  };
}

function statusOf(
  { id, channel, type, sequence }: ListEntry,
  row: AttemptsRow,
  endpoint: EndpointRow | undefined,
): DeliveryResource['status'] {
  if (channel === 'tool') return row.delivered ? 'delivered' : 'failed';
  // A call in flight is not cancelled yet: the plugin may accept it.
  const isCurrent = type !== 'installed' || endpoint?.installed_call === id || row.in_flight;
  if (channel === 'lifecycle' && !isCurrent && !row.delivered) return 'cancelled';
  if (row.dead_at !== null) return 'dead';
  if (row.due_at !== null) return 'waiting';
  const isPolled = sequence !== null && channel === 'event' && sequence <= Number(endpoint?.read_to ?? 0);
  return row.delivered || isPolled ? 'delivered' : 'dead';
}

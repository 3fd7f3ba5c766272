/**
 * The delivery queue in PostgreSQL and the queries of the delivery workers. A claim leases a delivery; the attempt
 * number is the fence token of the lease. No transaction stays open during an HTTP request: the claim commits before
 * the request is sent, and a separate statement records the result.
 */
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SealedSecret } from '../endpoint/endpoint.js';
import type { ChannelName } from './queued-delivery.view.js';

/** A request to claim deliveries of one installation. */
export interface ClaimRequest {
  readonly installationId: string;
  /** The maximum number of deliveries to claim. */
  readonly limit: number;
  /** True for the probe of an open circuit: it may claim a delivery before its due time. */
  readonly ignoreDueTime: boolean;
}

/** A delivery that this process has leased. `attempt` is the fence token of the claim. */
export interface ClaimedDelivery {
  readonly deliveryId: string;
  readonly installationId: string;
  readonly kind: string;
  readonly attempt: number;
  /** The number of failed attempts that count against the retry policy. */
  readonly failures: number;
  readonly dueAt: Date;
  readonly createdAt: Date;
  readonly firstAttemptAt: Date;
  /** The body of an event; null for a lifecycle call. */
  readonly body: string | null;
  /** The sealed body of a lifecycle call with credentials; otherwise null. */
  readonly sealedBody: string | null;
  /** The W3C trace context of the request or fact that caused the delivery. */
  readonly traceparent: string | null;
  readonly baseUrl: string;
  readonly pluginId: string;
  readonly secrets: readonly SealedSecret[];
}

/** A finished attempt, with the new state of its delivery. */
export interface FinishedAttempt {
  readonly deliveryId: string;
  readonly attempt: number;
  readonly installationId: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  /** True when the plugin accepted the delivery: its row is deleted from the queue. */
  readonly delivered: boolean;
  readonly dueAt: Date;
  readonly failures: number;
  readonly deadAt: Date | null;
}

/** An installation with queued deliveries, and the due time of the first one. */
export interface DueInstallation {
  readonly installationId: string;
  readonly baseUrl: string;
  readonly dueAtMs: number;
}

// Events wait while the installation is paused or suspended, and until the plugin has the secret to verify them.
// `installed` also waits during a suspension, because a suspended plugin must not receive credentials. When the
// plugin gets its credentials in another way, `installed` is not sent and does not block later deliveries. `removed`
// is always sent.
const IS_SENDABLE = `case when $1 = 'event' then e.calls_allowed and e.has_credentials else true end and e.base_url is not null`;

// Only the first delivery of each ordering key can be claimed. A scalar subquery selects it. With `not exists`,
// PostgreSQL would plan a join over the installation's whole queue while its statistics show a small table.
const CLAIM = `
with requested as (
  select r.*, e.installed_pending, e.calls_allowed from unnest($2::text[], $3::int[], $4::boolean[])
    as r(installation_id, max_deliveries, ignore_due_time)
  join endpoints e on e.stream_id = r.installation_id where ${IS_SENDABLE}
), picked as (
  select c.row_id from requested r cross join lateral (
    select q.ctid as row_id from delivery_queue q
    where q.channel = $1 and q.installation_id = r.installation_id and q.dead_at is null
      and q.due_at <= case when r.ignore_due_time then 'infinity'::timestamptz else $5::timestamptz end
      and (q.leased_until is null or q.leased_until <= $5)
      and (q.kind <> 'installed' or (r.installed_pending and r.calls_allowed))
      and q.sequence = (
        select b.sequence from delivery_queue b
        where b.installation_id = q.installation_id and b.channel = q.channel and b.order_key = q.order_key
          and b.dead_at is null and (b.kind <> 'installed' or r.installed_pending or b.leased_until > $5)
        order by b.sequence limit 1)
    order by q.due_at, q.sequence limit r.max_deliveries
    for update of q skip locked
  ) c
), claimed as (
  update delivery_queue q
  set attempt = q.attempt + 1, leased_until = $6, first_attempt_at = coalesce(q.first_attempt_at, $5)
  from picked p where q.ctid = p.row_id
  returning q.*
)
select c.delivery_id, c.installation_id, c.kind, c.attempt, c.failures, c.due_at, c.created_at, c.first_attempt_at,
  c.sealed_body, c.traceparent, f.body, e.base_url, e.plugin_id, e.secrets
from claimed c join endpoints e on e.stream_id = c.installation_id left join feed_events f on f.event_id = c.delivery_id
order by c.due_at, c.sequence`;

// Records all finished attempts in one statement and one commit.
const RECORD_ATTEMPTS = `
with ended as (
  select * from unnest($2::text[], $3::int[], $4::text[], $5::timestamptz[], $6::int[], $7::int[], $8::text[],
    $9::boolean[], $10::timestamptz[], $11::int[], $12::timestamptz[])
    as e(delivery_id, attempt, installation_id, started_at, duration_ms, status, error,
      delivered, due_at, failures, dead_at)
), logged as (
  insert into delivery_attempts
    (delivery_id, attempt, channel, installation_id, started_at, duration_ms, status, error)
  select delivery_id, attempt, $1, installation_id, started_at, duration_ms, status, error from ended
  on conflict do nothing
), delivered as (
  delete from delivery_queue q using ended e
  where e.delivered and q.delivery_id = e.delivery_id and q.attempt = e.attempt returning q.delivery_id
), requeued as (
  update delivery_queue q set leased_until = null, due_at = e.due_at, failures = e.failures, dead_at = e.dead_at
  from ended e where not e.delivered and q.delivery_id = e.delivery_id and q.attempt = e.attempt
  returning q.delivery_id
)
select delivery_id from delivered union all select delivery_id from requeued`;

// Makes one index lookup per installation, however long its queue is.
const NEXT_DUE = `
with recursive first as (
  (select installation_id, due_at from delivery_queue where channel = $1 and dead_at is null
   order by installation_id, due_at limit 1)
  union all
  select n.installation_id, n.due_at from first f cross join lateral (
    select q.installation_id, q.due_at from delivery_queue q
    where q.channel = $1 and q.dead_at is null and q.installation_id > f.installation_id
    order by q.installation_id, q.due_at limit 1) n
)
select f.installation_id, f.due_at, e.base_url from first f
join endpoints e on e.stream_id = f.installation_id where ${IS_SENDABLE}`;

@Injectable()
export class DeliveryQueue {
  constructor(private readonly database: DataSource) {}

  /**
   * Claims due deliveries up to the requested limits, at most the first one of each ordering key, and commits the
   * claim.
   */
  async claim(
    channel: ChannelName,
    requests: readonly ClaimRequest[],
    lease: { readonly now: Date; readonly until: Date },
  ): Promise<readonly ClaimedDelivery[]> {
    const rows = await this.database.query<ClaimedRow[]>(CLAIM, [
      channel,
      requests.map(({ installationId }) => installationId),
      requests.map(({ limit }) => limit),
      requests.map(({ ignoreDueTime }) => ignoreDueTime),
      lease.now,
      lease.until,
    ]);
    return rows.map(fromRow);
  }

  /**
   * Records attempts and updates their deliveries. Returns the ids of the deliveries that the caller still leased. If
   * a lease had expired and another worker had claimed the delivery, its state does not change and its id is not
   * returned.
   */
  async recordAttempts(channel: ChannelName, attempts: readonly FinishedAttempt[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.query<{ delivery_id: string }[]>(RECORD_ATTEMPTS, [
      channel,
      ...columns(attempts, [
        'deliveryId',
        'attempt',
        'installationId',
        'startedAt',
        'durationMs',
        'status',
        'error',
        'delivered',
        'dueAt',
        'failures',
        'deadAt',
      ]),
    ]);
    return new Set(rows.map((row) => row.delivery_id));
  }

  /** Returns every installation with deliveries that may be sent, and the due time of the first one. */
  async nextDue(channel: ChannelName): Promise<readonly DueInstallation[]> {
    const rows = await this.database.query<{ installation_id: string; due_at: Date; base_url: string }[]>(NEXT_DUE, [
      channel,
    ]);
    return rows.map((row) => ({
      installationId: row.installation_id,
      baseUrl: row.base_url,
      dueAtMs: row.due_at.getTime(),
    }));
  }

  /**
   * Queues a stored event again, due at once and with a restarted retry policy. The attempt numbers continue. Returns
   * false when the event has expired.
   */
  async requeue(installationId: string, eventId: string, now: Date): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      `insert into delivery_queue
         (delivery_id, channel, installation_id, order_key, sequence, kind, created_at, due_at, attempt)
       select f.event_id, 'event', f.installation_id, f.order_key, f.sequence, f.type, f.created_at, $3,
         coalesce((select max(attempt) from delivery_attempts where delivery_id = f.event_id), 0)
       from feed_events f where f.installation_id = $1 and f.event_id = $2
       on conflict (delivery_id) do update
         set due_at = excluded.due_at, failures = 0, dead_at = null, first_attempt_at = null
       returning 1`,
      [installationId, eventId, now],
    );
    return rows.length > 0;
  }
}

interface ClaimedRow {
  delivery_id: string;
  installation_id: string;
  kind: string;
  attempt: number;
  failures: number;
  due_at: Date;
  created_at: Date;
  first_attempt_at: Date;
  sealed_body: string | null;
  body: string | null;
  traceparent: string | null;
  base_url: string;
  plugin_id: string;
  secrets: readonly SealedSecret[];
}

function fromRow(row: ClaimedRow): ClaimedDelivery {
  return {
    deliveryId: row.delivery_id,
    installationId: row.installation_id,
    kind: row.kind,
    attempt: row.attempt,
    failures: row.failures,
    dueAt: row.due_at,
    createdAt: row.created_at,
    firstAttemptAt: row.first_attempt_at,
    body: row.body,
    sealedBody: row.sealed_body,
    traceparent: row.traceparent,
    baseUrl: row.base_url,
    pluginId: row.plugin_id,
    secrets: row.secrets,
  };
}

function columns<Row>(rows: readonly Row[], names: readonly (keyof Row)[]): unknown[][] {
  return names.map((name) => rows.map((row) => row[name]));
}

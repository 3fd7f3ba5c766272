/**
 * The delivery queue in PostgreSQL and the claims of the delivery workers. A claim leases a delivery; the attempt
 * number is the fence token of the lease. No transaction stays open during an HTTP request: the claim commits before
 * the request is sent, and a separate statement records the result (attempt-log.view.ts).
 */
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { SealedSecret } from '../endpoint/endpoint.js';
import { allowedAttempts, closedCircuit, isLimited, withPermits, type Circuit } from '../sending/circuit.js';
import { lockAvailableCircuits, saveCircuits } from './circuits.view.js';
import type { ChannelName } from './queued-delivery.view.js';
import { IS_CALLABLE } from '../release/suspended-releases.view.js';
import { CURRENT_INSTALLED_CALL } from './cancelled-calls.view.js';
import { requeue } from './redeliver/redeliveries.view.js';

/** A request to claim deliveries of one installation. */
export interface ClaimRequest {
  readonly installationId: string;
  /** The maximum number of deliveries to claim. */
  readonly limit: number;
  /** True for the probe of an open circuit: it may claim a delivery before its due time. */
  readonly ignoreDueTime: boolean;
}

/** The times of a claim: deliveries that are due now are leased until `until`. */
export interface Lease {
  readonly now: Date;
  readonly until: Date;
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
  /** The circuit of the endpoint at the time of the claim; null when it was closed without failures. */
  readonly circuit: Circuit | null;
  /** True when the delivery is the probe of an open circuit. */
  readonly isProbe: boolean;
}

/** An installation with queued deliveries, the due time of the first one, and its circuit if it has failed. */
export interface DueInstallation {
  readonly installationId: string;
  readonly baseUrl: string;
  readonly dueAtMs: number;
  readonly circuit: Circuit | null;
}

// Events wait while the installation is paused or suspended, and until the plugin has the secret to verify them.
// `installed` also waits during a suspension, because a suspended plugin must not receive credentials. A cancelled one
// (cancelled-calls.view.ts) is not sent and does not block later deliveries, unless an attempt of it is in flight: its
// old credentials must not arrive after the new ones. `removed` is always sent.
const IS_SENDABLE = `case when $1 = 'event' then ${IS_CALLABLE} and e.has_credentials else true end and e.base_url is not null`;

// Only the first delivery of each ordering key can be claimed. A scalar subquery selects it. With `not exists`,
// PostgreSQL would plan a join over the installation's whole queue while its statistics show a small table.
// Unless the caller has locked the circuits ($7), the statement claims nothing from an endpoint whose circuit is not
// closed: what a process remembers of a circuit may be older than what another process has stored.
const CLAIM = `
with requested as (
  select r.*, ${CURRENT_INSTALLED_CALL} as installed_call, ${IS_CALLABLE} as calls_allowed, k.circuit from unnest($2::text[], $3::int[], $4::boolean[])
    as r(installation_id, max_deliveries, ignore_due_time)
  join endpoints e on e.stream_id = r.installation_id
  left join endpoint_circuits k on k.installation_id = r.installation_id and k.channel = $1
  where ${IS_SENDABLE} and ($7::boolean or k.state is null or (k.state = 'closed' and k.not_before <= $5))
), picked as (
  select c.row_id, r.circuit from requested r cross join lateral (
    select q.ctid as row_id from delivery_queue q
    where q.channel = $1 and q.installation_id = r.installation_id and q.dead_at is null
      and q.due_at <= case when r.ignore_due_time then 'infinity'::timestamptz else $5::timestamptz end
      and (q.leased_until is null or q.leased_until <= $5)
      and (q.kind <> 'installed' or (q.delivery_id = r.installed_call and r.calls_allowed))
      and q.sequence = (
        select b.sequence from delivery_queue b
        where b.installation_id = q.installation_id and b.channel = q.channel and b.order_key = q.order_key
          and b.dead_at is null and (b.kind <> 'installed' or b.delivery_id = r.installed_call or b.leased_until > $5)
        order by b.sequence limit 1)
    order by q.due_at, q.sequence limit r.max_deliveries
    for update of q skip locked
  ) c
), claimed as (
  update delivery_queue q
  set attempt = q.attempt + 1, leased_until = $6, first_attempt_at = coalesce(q.first_attempt_at, $5)
  from picked p where q.ctid = p.row_id
  returning q.*, p.circuit
)
select c.delivery_id, c.installation_id, c.kind, c.attempt, c.failures, c.due_at, c.created_at, c.first_attempt_at,
  c.sealed_body, c.traceparent, c.circuit, f.body, e.base_url, e.plugin_id, e.secrets
from claimed c join endpoints e on e.stream_id = c.installation_id left join feed_events f on f.event_id = c.delivery_id
order by c.due_at, c.sequence`;

// Claims one delivery whatever its due time, its place in the order and the circuit are.
const CLAIM_ONE = `
with claimed as (
  update delivery_queue q
  set attempt = q.attempt + 1, leased_until = $4, first_attempt_at = coalesce(q.first_attempt_at, $3)
  from endpoints e
  where q.delivery_id = $2 and q.channel = $1 and q.dead_at is null and (q.leased_until is null or q.leased_until <= $3)
    and e.stream_id = q.installation_id and ${IS_SENDABLE}
    and (q.kind <> 'installed' or (q.delivery_id = ${CURRENT_INSTALLED_CALL} and ${IS_CALLABLE}))
  returning q.*, e.base_url, e.plugin_id, e.secrets
)
select c.delivery_id, c.installation_id, c.kind, c.attempt, c.failures, c.due_at, c.created_at, c.first_attempt_at,
  c.sealed_body, c.traceparent, k.circuit, f.body, c.base_url, c.plugin_id, c.secrets
from claimed c left join feed_events f on f.event_id = c.delivery_id
left join endpoint_circuits k on k.installation_id = c.installation_id and k.channel = $1`;

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
select f.installation_id, f.due_at, e.base_url, k.circuit from first f
join endpoints e on e.stream_id = f.installation_id
left join endpoint_circuits k on k.installation_id = f.installation_id and k.channel = $1
where ${IS_SENDABLE}`;

@Injectable()
export class DeliveryQueue {
  constructor(private readonly database: DataSource) {}

  /**
   * Claims due deliveries up to the requested limits, at most the first one of each ordering key, and commits the
   * claim. Claims nothing from an endpoint whose circuit is not closed.
   */
  async claim(
    channel: ChannelName,
    requests: readonly ClaimRequest[],
    lease: Lease,
  ): Promise<readonly ClaimedDelivery[]> {
    const rows = await claimRows(this.database.manager, { channel, requests, lease, circuitsLocked: false });
    return rows.map((row) => fromRow(row, false));
  }

  /**
   * Claims deliveries of endpoints whose circuits are open or recovering. Locks each circuit, claims as many
   * deliveries as it still allows, and stores their permits in it, all in one transaction. So two processes never send
   * two probes, and the limit of a recovering endpoint holds for both together. Skips a circuit that another process
   * has locked.
   */
  async claimLimited(
    channel: ChannelName,
    requests: readonly ClaimRequest[],
    { attemptLimit, ...lease }: Lease & { readonly attemptLimit: number },
  ): Promise<readonly ClaimedDelivery[]> {
    const nowMs = lease.now.getTime();
    return this.database.transaction(async (manager) => {
      const ids = requests.map(({ installationId }) => installationId);
      const circuits = await lockAvailableCircuits(manager, channel, ids);
      const allowed = requests.flatMap(({ installationId, limit }) => {
        const circuit = circuits.get(installationId);
        if (circuit === undefined) return [];
        const { count, ignoreDueTime } = allowedAttempts(circuit, { attemptLimit, inFlight: 0 }, nowMs);
        return count === 0 ? [] : [{ installationId, limit: Math.min(count, limit), ignoreDueTime }];
      });
      if (allowed.length === 0) return [];
      const rows = await claimRows(manager, { channel, requests: allowed, lease, circuitsLocked: true });
      const changed = new Map<string, Circuit>();
      for (const { installation_id: id, delivery_id: deliveryId } of rows) {
        const circuit = changed.get(id) ?? circuits.get(id) ?? closedCircuit;
        const permit = { deliveryId, untilMs: lease.until.getTime() };
        if (isLimited(circuit)) changed.set(id, withPermits(circuit, [permit], nowMs));
      }
      await saveCircuits(manager, channel, { circuits: changed, now: lease.now });
      return rows.map((row) => fromRow(row, circuits.get(row.installation_id)?.state === 'open'));
    });
  }

  /**
   * Claims one delivery at once, whatever its due time, its place in the order and the circuit are. Returns null when
   * it is in flight, when it is not queued, or when nothing may be sent to the installation now.
   */
  async claimOne(channel: ChannelName, deliveryId: string, lease: Lease): Promise<ClaimedDelivery | null> {
    const [row] = await this.database.query<ClaimedRow[]>(CLAIM_ONE, [channel, deliveryId, lease.now, lease.until]);
    return row === undefined ? null : fromRow(row, false);
  }

  /** Queues one delivery again, due at once. Returns false when the channel has no such delivery any more. */
  async requeue(channel: ChannelName, installationId: string, delivery: { deliveryId: string; now: Date }) {
    return requeue(this.database.manager, channel, { installationId, ...delivery });
  }

  /** Returns every installation with deliveries that may be sent, and the due time of the first one. */
  async nextDue(channel: ChannelName): Promise<readonly DueInstallation[]> {
    const rows = await this.database.query<DueRow[]>(NEXT_DUE, [channel]);
    return rows.map((row) => ({
      installationId: row.installation_id,
      baseUrl: row.base_url,
      dueAtMs: row.due_at.getTime(),
      circuit: row.circuit,
    }));
  }
}

interface DueRow {
  readonly installation_id: string;
  readonly due_at: Date;
  readonly base_url: string;
  readonly circuit: Circuit | null;
}

async function claimRows(
  manager: EntityManager,
  claim: {
    readonly channel: ChannelName;
    readonly requests: readonly ClaimRequest[];
    readonly lease: Lease;
    readonly circuitsLocked: boolean;
  },
): Promise<readonly ClaimedRow[]> {
  const { channel, requests, lease, circuitsLocked } = claim;
  return manager.query<ClaimedRow[]>(CLAIM, [
    channel,
    requests.map(({ installationId }) => installationId),
    requests.map(({ limit }) => limit),
    requests.map(({ ignoreDueTime }) => ignoreDueTime),
    lease.now,
    lease.until,
    circuitsLocked,
  ]);
}

interface ClaimedRow {
  circuit: Circuit | null;
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

function fromRow(row: ClaimedRow, isProbe: boolean): ClaimedDelivery {
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
    circuit: row.circuit,
    isProbe,
  };
}

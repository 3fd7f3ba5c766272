/**
 * The delivery queue in PostgreSQL and the claims of the delivery workers. A claim leases a delivery; the attempt
 * number is the fence token of the lease. No transaction stays open during an HTTP request: the claim commits before
 * the request is sent, and a separate statement records the result (attempt-log.view.ts).
 */
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { allowedAttempts, closedCircuit, isLimited, withPermits, type Circuit } from '../sending/circuit.js';
import { claimedDelivery, type ClaimedDelivery, type ClaimedRow } from './claimed-delivery.js';
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

/**
 * The times of a claim: deliveries that are due at `now` are leased until `until`. Leases follow the real time, so that
 * a move of the test clock ends none.
 */
export interface Lease {
  readonly now: Date;
  /** The real time, as `until` is. */
  readonly from: Date;
  readonly until: Date;
}

/** An endpoint to which something may be sent from `dueAtMs` on, and its circuit if it has failed. */
export interface DueEndpoint {
  readonly installationId: string;
  readonly baseUrl: string;
  readonly dueAtMs: number;
  readonly circuit: Circuit | null;
}

/** Where a page of due endpoints ended. */
export interface DuePosition {
  readonly dueAt: string;
  readonly installationId: string;
}

// Events wait while the installation is paused or suspended, and until the plugin has the secret to verify them.
// `installed` also waits during a suspension, because a suspended plugin must not receive credentials. A cancelled one
// (cancelled-calls.view.ts) is not sent and does not block later deliveries, unless an attempt of it is in flight: its
// old credentials must not arrive after the new ones. `removed` is always sent.
// The call with the credentials of a version that runs elsewhere goes there, until the update is given up.
const IS_SENDABLE = `case when $1 = 'event' then ${IS_CALLABLE} and e.has_credentials and e.base_url is not null
  else case when e.move is null then e.base_url else e.move->>'base_url' end is not null end`;
const targetOf = (call: string): string => `
  case when ${call}.kind = 'installed' then coalesce(e.move->>'base_url', e.base_url) else e.base_url end as base_url,
  case when ${call}.kind = 'installed' then coalesce(e.move->'secrets', e.secrets) else e.secrets end as secrets,
  case when ${call}.kind = 'installed' and e.move is not null then e.move_version else e.version end as plugin_version`;
const isInTime = (at: string): string => `(e.move is null or e.move_ends_at > ${at})`;

// Reads the heads of an installation's ordering keys, as many as are claimed or in flight, whatever waits behind them.
// A scalar subquery looks up the delivery of each: while the statistics show a small queue, PostgreSQL would plan a
// join that begins with the whole queue.
// Unless the caller has locked the circuits ($7), the statement claims nothing from an endpoint whose circuit is not
// closed: what a process remembers of a circuit may be older than what another process has stored.
const CLAIM = `
with requested as (
  select r.*, ${CURRENT_INSTALLED_CALL} as installed_call, ${IS_CALLABLE} as calls_allowed,
    ${isInTime('$5')} as is_in_time, k.circuit from unnest($2::text[], $3::int[], $4::boolean[])
    as r(installation_id, max_deliveries, ignore_due_time)
  join endpoints e on e.stream_id = r.installation_id
  left join endpoint_circuits k on k.installation_id = r.installation_id and k.channel = $1
  where ${IS_SENDABLE} and ($7::boolean or k.state is null or (k.state = 'closed' and k.not_before <= $5))
), picked as (
  select c.row_id, r.circuit from requested r cross join lateral (
    select h.row_id from (
      select (
        select q.ctid from delivery_queue q
        where q.delivery_id = h.delivery_id and q.dead_at is null and (r.ignore_due_time or q.due_at <= $5)
          and (q.leased_until is null or q.leased_until <= $8)
          and (q.kind <> 'installed' or (q.delivery_id = r.installed_call and r.calls_allowed and r.is_in_time))
          and ($1 = 'event' or not exists (
            select from delivery_queue b
            where b.installation_id = h.installation_id and b.channel = h.channel and b.order_key = h.order_key
              and b.dead_at is null and b.sequence < h.sequence and b.leased_until > $8))
        for update skip locked) as row_id
      from queue_heads h
      where h.installation_id || h.channel = r.installation_id || $1 and (r.ignore_due_time or h.due_at <= $5)
      order by h.due_at, h.sequence offset 0
    ) h where h.row_id is not null limit r.max_deliveries
  ) c
), claimed as (
  update delivery_queue q
  set attempt = q.attempt + 1, leased_until = $6, first_attempt_at = coalesce(q.first_attempt_at, $5)
  from picked p where q.ctid = p.row_id
  returning q.*, p.circuit
)
select c.delivery_id, c.installation_id, c.kind, c.attempt, c.failures, c.due_at, c.created_at, c.first_attempt_at,
  c.sealed_body, c.traceparent, c.circuit, f.body, e.plugin_id, ${targetOf('c')}
from claimed c join endpoints e on e.stream_id = c.installation_id left join feed_events f on f.event_id = c.delivery_id
order by c.due_at, c.sequence`;

// Claims one delivery whatever its due time, its place in the order and the circuit are.
const CLAIM_ONE = `
with claimed as (
  update delivery_queue q
  set attempt = q.attempt + 1, leased_until = $4, first_attempt_at = coalesce(q.first_attempt_at, $3)
  from endpoints e
  where q.delivery_id = $2 and q.channel = $1 and q.dead_at is null and (q.leased_until is null or q.leased_until <= $5)
    and e.stream_id = q.installation_id and ${IS_SENDABLE}
    and (q.kind <> 'installed' or (q.delivery_id = ${CURRENT_INSTALLED_CALL} and ${IS_CALLABLE} and ${isInTime('$3')}))
  returning q.*, e.plugin_id, ${targetOf('q')}
)
select c.delivery_id, c.installation_id, c.kind, c.attempt, c.failures, c.due_at, c.created_at, c.first_attempt_at,
  c.sealed_body, c.traceparent, k.circuit, f.body, c.base_url, c.plugin_id, c.secrets, c.plugin_version
from claimed c left join feed_events f on f.event_id = c.delivery_id
left join endpoint_circuits k on k.installation_id = c.installation_id and k.channel = $1`;

const dueEndpoints = (queues: string): string => `
select q.installation_id, q.due_at, q.due_at::text as due_text, q.is_in_page,
  coalesce(e.base_url, e.move->>'base_url') as base_url, k.circuit from (${queues}) q
join endpoints e on e.stream_id = q.installation_id
left join endpoint_circuits k on k.installation_id = q.installation_id and k.channel = $1
where coalesce(e.base_url, e.move->>'base_url') is not null`;

// The page that follows a position, oldest first, and as many of the newest ones. Endpoints that are due but get no
// slot stay in the pages; the newest part finds what has become due since the last poll however many they are.
const DUE_PAGE = dueEndpoints(`
  (select installation_id, due_at, true as is_in_page from endpoint_queues
   where channel = $1 and due_at <= $2 and (due_at, installation_id) > ($3::timestamptz, $4::text)
   order by due_at, installation_id limit $5)
  union all
  (select installation_id, due_at, false from endpoint_queues where channel = $1 and due_at <= $2
   order by due_at desc, installation_id desc limit $5)`);

// Without a condition on the due time, for which PostgreSQL might read the index of all that are due.
const DUE_OF = dueEndpoints(`
  select installation_id, due_at, true as is_in_page from endpoint_queues
  where channel = $1 and installation_id = any($2::text[])`);

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
    return rows.map((row) => claimedDelivery(row, false));
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
        const permit = { deliveryId, untilMs: nowMs + lease.until.getTime() - lease.from.getTime() };
        if (isLimited(circuit)) changed.set(id, withPermits(circuit, [permit], nowMs));
      }
      await saveCircuits(manager, channel, { circuits: changed, now: lease.now });
      return rows.map((row) => claimedDelivery(row, circuits.get(row.installation_id)?.state === 'open'));
    });
  }

  /**
   * Claims one delivery at once, whatever its due time, its place in the order and the circuit are. Returns null when
   * it is in flight, when it is not queued, or when nothing may be sent to the installation now.
   */
  async claimOne(channel: ChannelName, deliveryId: string, lease: Lease): Promise<ClaimedDelivery | null> {
    const [row] = await this.database.query<ClaimedRow[]>(CLAIM_ONE, [
      channel,
      deliveryId,
      lease.now,
      lease.until,
      lease.from,
    ]);
    return row === undefined ? null : claimedDelivery(row, false);
  }

  /** Queues one delivery again, due at once. Returns false when the channel has no such delivery any more. */
  async requeue(channel: ChannelName, installationId: string, delivery: { deliveryId: string; now: Date }) {
    return requeue(this.database.manager, channel, { installationId, ...delivery });
  }

  /**
   * Returns endpoints to which something may be sent until `until`: at most `limit` after a position, in the order of
   * their due times, and the newest ones. `next` is the position of the next page; null when there is none.
   */
  async due(
    channel: ChannelName,
    { until, after, limit }: { readonly until: Date; readonly after: DuePosition | null; readonly limit: number },
  ): Promise<{ readonly endpoints: readonly DueEndpoint[]; readonly next: DuePosition | null }> {
    const from = after ?? { dueAt: '-infinity', installationId: '' };
    const rows = await this.database.query<DueRow[]>(DUE_PAGE, [
      channel,
      until,
      from.dueAt,
      from.installationId,
      limit,
    ]);
    const page = rows.filter((row) => row.is_in_page);
    const last = page.length < limit ? undefined : page.at(-1);
    const next = last === undefined ? null : { dueAt: last.due_text, installationId: last.installation_id };
    return { endpoints: rows.map(dueEndpoint), next };
  }

  /** Returns those of these endpoints to which something may be sent now or later. */
  async dueOf(channel: ChannelName, installationIds: readonly string[]): Promise<readonly DueEndpoint[]> {
    const rows = await this.database.query<DueRow[]>(DUE_OF, [channel, installationIds]);
    return rows.filter((row) => row.due_at !== null).map(dueEndpoint);
  }
}

interface DueRow {
  readonly installation_id: string;
  readonly due_at: Date | null;
  readonly due_text: string;
  readonly is_in_page: boolean;
  readonly base_url: string;
  readonly circuit: Circuit | null;
}

function dueEndpoint(row: DueRow): DueEndpoint {
  const { installation_id: installationId, base_url: baseUrl, due_at, circuit } = row;
  return { installationId, baseUrl, dueAtMs: due_at?.getTime() ?? Infinity, circuit };
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
    lease.from,
  ]);
}

/**
 * The queue in Postgres, as the courier works on it: claim by lease, finish with a fence. No transaction is ever open
 * across a call: a claim commits before the call goes out, and the finish is a statement of its own after it.
 */
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SealedSecret } from '../endpoint/endpoint.js';
import type { Circuit } from './circuit.js';
import type { ChannelName } from './queue.view.js';

/** Calls wanted of one installation: how many, and whether one may be taken before it is due (a probe). */
export interface Demand {
  readonly installationId: string;
  readonly slots: number;
  readonly ahead: boolean;
}

/** A call that is ours until the lease ends. `attempt` is its fence: who comes later with a lower one changes nothing. */
export interface ClaimedCall {
  readonly callId: string;
  readonly installationId: string;
  readonly kind: string;
  readonly attempt: number;
  readonly spent: number;
  readonly dueAt: Date;
  readonly createdAt: Date;
  readonly firstTriedAt: Date;
  /** Of an event. */
  readonly body: string | null;
  /** Of a lifecycle call that carries credentials. */
  readonly sealedBody: string | null;
  /** Trace under which the call was caused. */
  readonly traceparent: string | null;
  readonly baseUrl: string;
  readonly pluginId: string;
  readonly secrets: readonly SealedSecret[];
}

/** How a claimed call ended. */
export interface Finish {
  readonly callId: string;
  readonly attempt: number;
  readonly installationId: string;
  /** When the attempt began. */
  readonly at: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  /** Delivered calls leave the queue. */
  readonly delivered: boolean;
  readonly dueAt: Date;
  readonly spent: number;
  readonly deadAt: Date | null;
}

/** An installation with something to send, and when the next of it is due. */
export interface Waiting {
  readonly installationId: string;
  readonly baseUrl: string;
  readonly dueAtMs: number;
}

// What may go out at all. Events wait while the installation is paused or suspended, and until the plugin has the
// secret to check them; `installed` is sent only as long as it is unanswered, and then holds up nothing, and it waits like
// an event: who has been stopped gets no credentials. `removed` always.
const MAY_GO_OUT = `case when $1 = 'event' then e.callable and e.equipped else true end and e.base_url is not null`;

// The first of its order key: asked for as a value and not with `not exists`, which PostgreSQL turns into a join over the
// whole queue of the installation as long as its statistics say that the table is small.
const CLAIM = `
with wanted as (
  select w.*, e.awaiting_answer, e.callable from unnest($2::text[], $3::int[], $4::boolean[]) as w(installation_id, slots, ahead)
  join endpoints e on e.stream_id = w.installation_id where ${MAY_GO_OUT}
), picked as (
  select c.place from wanted w cross join lateral (
    select q.ctid as place from outgoing_calls q
    where q.channel = $1 and q.installation_id = w.installation_id and q.dead_at is null
      and q.due_at <= case when w.ahead then 'infinity'::timestamptz else $5::timestamptz end
      and (q.leased_until is null or q.leased_until <= $5)
      and (q.kind <> 'installed' or (w.awaiting_answer and w.callable))
      and q.sequence = (
        select b.sequence from outgoing_calls b
        where b.installation_id = q.installation_id and b.channel = q.channel and b.order_key = q.order_key and b.dead_at is null
          and (b.kind <> 'installed' or w.awaiting_answer or b.leased_until > $5)
        order by b.sequence limit 1)
    order by q.due_at, q.sequence limit w.slots
    for update of q skip locked
  ) c
), claimed as (
  update outgoing_calls q set attempt = q.attempt + 1, leased_until = $6, first_tried_at = coalesce(q.first_tried_at, $5)
  from picked p where q.ctid = p.place
  returning q.*
)
select c.call_id, c.installation_id, c.kind, c.attempt, c.spent, c.due_at, c.created_at, c.first_tried_at, c.sealed_body, c.traceparent,
  f.body, e.base_url, e.plugin_id, e.secrets
from claimed c join endpoints e on e.stream_id = c.installation_id left join feed_events f on f.event_id = c.call_id
order by c.due_at, c.sequence`;

// One statement, so one commit for everything that ended since the last one.
const FINISH = `
with ended as (
  select * from unnest($2::text[], $3::int[], $4::text[], $5::timestamptz[], $6::int[], $7::int[], $8::text[], $9::boolean[], $10::timestamptz[], $11::int[], $12::timestamptz[])
    as e(call_id, attempt, installation_id, at, duration_ms, status, error, delivered, due_at, spent, dead_at)
), logged as (
  insert into call_attempts (call_id, attempt, channel, installation_id, at, duration_ms, status, error)
  select call_id, attempt, $1, installation_id, at, duration_ms, status, error from ended
  on conflict do nothing
), delivered as (
  delete from outgoing_calls q using ended e where e.delivered and q.call_id = e.call_id and q.attempt = e.attempt returning q.call_id
), kept as (
  update outgoing_calls q set leased_until = null, due_at = e.due_at, spent = e.spent, dead_at = e.dead_at
  from ended e where not e.delivered and q.call_id = e.call_id and q.attempt = e.attempt returning q.call_id
)
select call_id from delivered union all select call_id from kept`;

// One step of an index per installation, however long its queue is.
const WAITING = `
with recursive first as (
  (select installation_id, due_at from outgoing_calls where channel = $1 and dead_at is null order by installation_id, due_at limit 1)
  union all
  select n.installation_id, n.due_at from first f cross join lateral (
    select q.installation_id, q.due_at from outgoing_calls q
    where q.channel = $1 and q.dead_at is null and q.installation_id > f.installation_id
    order by q.installation_id, q.due_at limit 1) n
)
select f.installation_id, f.due_at, e.base_url from first f join endpoints e on e.stream_id = f.installation_id where ${MAY_GO_OUT}`;

@Injectable()
export class CallQueue {
  constructor(private readonly database: DataSource) {}

  /** Takes due calls, at most as many as wanted of each installation, only the first of each order key. Commits. */
  async claim(
    channel: ChannelName,
    demands: readonly Demand[],
    now: Date,
    leaseUntil: Date,
  ): Promise<readonly ClaimedCall[]> {
    const rows = await this.database.query<ClaimedRow[]>(CLAIM, [
      channel,
      demands.map((demand) => demand.installationId),
      demands.map((demand) => demand.slots),
      demands.map((demand) => demand.ahead),
      now,
      leaseUntil,
    ]);
    return rows.map(fromRow);
  }

  /**
   * Writes down how calls ended, and answers which of them were still ours: for the others the lease had run out and
   * somebody else had claimed them, so nothing changed.
   */
  async finish(channel: ChannelName, ended: readonly Finish[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.query<{ call_id: string }[]>(FINISH, [
      channel,
      ...columns(ended, [
        'callId',
        'attempt',
        'installationId',
        'at',
        'durationMs',
        'status',
        'error',
        'delivered',
        'dueAt',
        'spent',
        'deadAt',
      ]),
    ]);
    return new Set(rows.map((row) => row.call_id));
  }

  /** Every installation that has something to send, with the time of the first of it. */
  async waiting(channel: ChannelName): Promise<readonly Waiting[]> {
    const rows = await this.database.query<{ installation_id: string; due_at: Date; base_url: string }[]>(WAITING, [
      channel,
    ]);
    return rows.map((row) => ({
      installationId: row.installation_id,
      baseUrl: row.base_url,
      dueAtMs: row.due_at.getTime(),
    }));
  }

  /** The circuits that are not closed, as the last process left them. */
  async circuits(): Promise<ReadonlyMap<string, Circuit>> {
    const rows = await this.database.query<{ installation_id: string; circuit: Circuit }[]>(
      'select installation_id, circuit from endpoint_circuits',
    );
    return new Map(rows.map((row) => [row.installation_id, row.circuit]));
  }

  /** Keeps a circuit; null (closed, without failures) needs no row. */
  async keepCircuits(circuits: ReadonlyMap<string, Circuit | null>, now: Date): Promise<void> {
    const kept = [...circuits].filter(([, circuit]) => circuit !== null);
    const healed = [...circuits].filter(([, circuit]) => circuit === null).map(([id]) => id);
    await this.database.query(
      `with healed as (delete from endpoint_circuits where installation_id = any($1))
       insert into endpoint_circuits (installation_id, circuit, updated_at) select id, circuit::jsonb, $4 from unnest($2::text[], $3::text[]) as c(id, circuit)
       on conflict (installation_id) do update set circuit = excluded.circuit, updated_at = excluded.updated_at`,
      [healed, kept.map(([id]) => id), kept.map(([, circuit]) => JSON.stringify(circuit)), now],
    );
  }
}

interface ClaimedRow {
  call_id: string;
  installation_id: string;
  kind: string;
  attempt: number;
  spent: number;
  due_at: Date;
  created_at: Date;
  first_tried_at: Date;
  sealed_body: string | null;
  body: string | null;
  traceparent: string | null;
  base_url: string;
  plugin_id: string;
  secrets: readonly SealedSecret[];
}

function fromRow(row: ClaimedRow): ClaimedCall {
  return {
    callId: row.call_id,
    installationId: row.installation_id,
    kind: row.kind,
    attempt: row.attempt,
    spent: row.spent,
    dueAt: row.due_at,
    createdAt: row.created_at,
    firstTriedAt: row.first_tried_at,
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

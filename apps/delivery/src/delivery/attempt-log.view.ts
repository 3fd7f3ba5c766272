/** Records finished attempts: the attempt, the new state of its delivery, and the new state of the circuit. */
import { CHANGE_NOTIFIER, type ChangeNotifier } from '@kushk/event-store/fact-stream';
import { realNow } from '@kushk/runtime';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  circuitAfterAttempt,
  closedCircuit,
  type AttemptOutcome,
  type Circuit,
  type CircuitPolicy,
} from '../sending/circuit.js';
import { deleteCancelled } from './cancelled-calls.view.js';
import { announceChanges, lockCircuits, saveCircuits } from './circuits.view.js';
import type { ChannelName } from './queued-delivery.view.js';

/** A finished attempt, with the new state of its delivery. */
export interface FinishedAttempt {
  readonly deliveryId: string;
  readonly attempt: number;
  readonly installationId: string;
  /** The version that the request was sent to. */
  readonly version: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  /** The first bytes of the response to an event, with secrets redacted; null for other channels. */
  readonly response: string | null;
  /** True when the plugin accepted the delivery: its row is deleted from the queue. */
  readonly delivered: boolean;
  readonly dueAt: Date;
  readonly failures: number;
  readonly deadAt: Date | null;
  /** What the attempt shows about the endpoint; null for a success that finds the circuit closed without failures. */
  readonly outcome: AttemptOutcome | null;
}

export interface RecordedAttempts {
  /** The ids of the deliveries that the caller still leased. */
  readonly leased: ReadonlySet<string>;
  /** The circuits after these attempts, keyed by installation id. */
  readonly circuits: ReadonlyMap<string, { readonly before: Circuit; readonly after: Circuit }>;
}

// Records all finished attempts in one statement and one commit.
const RECORD_ATTEMPTS = `
with ended as (
  select * from unnest($2::text[], $3::int[], $4::text[], $5::timestamptz[], $6::int[], $7::int[], $8::text[],
    $9::boolean[], $10::timestamptz[], $11::int[], $12::timestamptz[], $13::text[], $14::text[])
    as e(delivery_id, attempt, installation_id, started_at, duration_ms, status, error,
      delivered, due_at, failures, dead_at, response, version)
), logged as (
  insert into delivery_attempts
    (delivery_id, attempt, channel, installation_id, started_at, duration_ms, status, error, response, version)
  select delivery_id, attempt, $1, installation_id, started_at, duration_ms, status, error, response, version
  from ended
  on conflict do nothing returning delivery_id, attempt
), delivered as (
  delete from delivery_queue q using ended e
  where e.delivered and q.delivery_id = e.delivery_id and q.attempt = e.attempt returning q.delivery_id
), requeued as (
  update delivery_queue q set leased_until = null, due_at = e.due_at, failures = e.failures, dead_at = e.dead_at
  from ended e where not e.delivered and q.delivery_id = e.delivery_id and q.attempt = e.attempt
  returning q.delivery_id
)
select e.delivery_id, e.attempt,
  exists (select from logged l where l.delivery_id = e.delivery_id and l.attempt = e.attempt) as is_new,
  e.delivery_id in (select delivery_id from delivered union all select delivery_id from requeued) as lease_held,
  p.organisation_id
from ended e left join endpoints p on p.stream_id = e.installation_id`;

const LOCK_DELIVERIES =
  'select from delivery_queue where delivery_id = any($1::text[]) order by delivery_id for update';
// The statement that records has two triggers, for delivered and for other deliveries, and each locks its own queues.
const LOCK_QUEUES = `
select from endpoint_queues where channel = $1 and installation_id = any($2::text[]) order by installation_id for update`;

interface RecordedRow {
  readonly delivery_id: string;
  readonly attempt: number;
  readonly is_new: boolean;
  readonly lease_held: boolean;
  /** Null when the endpoint is gone. */
  readonly organisation_id: string | null;
}

@Injectable()
export class AttemptLog {
  constructor(
    private readonly database: DataSource,
    @Optional() @Inject(CHANGE_NOTIFIER) private readonly changes: ChangeNotifier | null = null,
  ) {}

  /**
   * Records attempts and updates their deliveries. If a lease had expired and another worker had claimed the delivery,
   * its state does not change.
   *
   * The circuits change in the same transaction: if the lease of a delivery ended before its circuit opened or
   * stopped, another process could send it at once. An attempt that was recorded before, because the answer to its
   * commit was lost, does not count twice.
   */
  async record(
    channel: ChannelName,
    attempts: readonly FinishedAttempt[],
    policy: CircuitPolicy,
  ): Promise<RecordedAttempts> {
    if (attempts.every(({ outcome }) => outcome === null)) {
      const rows = await recordRows(this.database.manager, channel, attempts);
      this.notify(rows);
      return { leased: leasedOf(rows), circuits: new Map() };
    }
    const { rows, circuits } = await this.database.transaction(async (manager) => {
      // Every transaction locks circuits, then deliveries, then queues, so that no two wait for each other.
      const now = new Date(Math.max(...attempts.map(({ endedAt }) => endedAt.getTime())));
      const locked = await lockCircuitsOf(manager, channel, { attempts, now });
      await manager.query(LOCK_DELIVERIES, [attempts.map(({ deliveryId }) => deliveryId)]);
      await manager.query(LOCK_QUEUES, [channel, attempts.map(({ installationId }) => installationId)]);
      const rows = await recordRows(manager, channel, attempts);
      const recorded = new Set(rows.filter((row) => row.is_new).map((row) => `${row.delivery_id} ${row.attempt}`));
      const news = attempts.filter(({ deliveryId, attempt }) => recorded.has(`${deliveryId} ${attempt}`));
      const circuits = new Map(await changeCircuits(manager, { channel, attempts: news, before: locked, policy, now }));
      for (const id of await deleteIfCancelled(manager, channel, attempts))
        circuits.set(id, { before: circuits.get(id)?.before ?? closedCircuit, after: closedCircuit });
      return { rows, circuits };
    });
    this.notify(rows);
    return { leased: leasedOf(rows), circuits };
  }

  /** The pages of the admins show deliveries and health. */
  private notify(rows: readonly RecordedRow[]): void {
    const ids = new Set(rows.flatMap(({ organisation_id }) => organisation_id ?? []));
    const lists = ['deliveries', 'health'] as const;
    this.changes?.notify([...ids].map((id) => ({ audience: `admins:${id}`, lists })));
  }
}

function leasedOf(rows: readonly RecordedRow[]): ReadonlySet<string> {
  return new Set(rows.filter((row) => row.lease_held).map((row) => row.delivery_id));
}

/** Deletes lifecycle calls that were cancelled while they were in flight. Returns whose circuit is closed now. */
async function deleteIfCancelled(
  manager: EntityManager,
  channel: ChannelName,
  attempts: readonly FinishedAttempt[],
): Promise<readonly string[]> {
  if (channel !== 'lifecycle') return [];
  return deleteCancelled(manager, {
    installationIds: attempts.map(({ installationId }) => installationId),
    deliveryIds: attempts.map(({ deliveryId }) => deliveryId),
    now: realNow(),
  });
}

async function recordRows(
  manager: EntityManager,
  channel: ChannelName,
  attempts: readonly FinishedAttempt[],
): Promise<readonly RecordedRow[]> {
  return manager.query<RecordedRow[]>(RECORD_ATTEMPTS, [
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
      'response',
      'version',
    ]),
  ]);
}

/** Locks the circuits that the outcomes of these attempts may change. */
async function lockCircuitsOf(
  manager: EntityManager,
  channel: ChannelName,
  { attempts, now }: { readonly attempts: readonly FinishedAttempt[]; readonly now: Date },
): Promise<ReadonlyMap<string, Circuit>> {
  const idsOf = (of: readonly FinishedAttempt[]) => [...new Set(of.map(({ installationId }) => installationId))].sort();
  const ids = idsOf(attempts.filter(({ outcome }) => outcome !== null));
  const failed = idsOf(attempts.filter(({ outcome }) => outcome !== null && outcome.kind !== 'success'));
  return lockCircuits(manager, channel, { ids, failed, now });
}

/** Applies the outcomes to the locked circuits in the order in which the attempts ended. */
async function changeCircuits(
  manager: EntityManager,
  change: {
    readonly channel: ChannelName;
    readonly attempts: readonly FinishedAttempt[];
    readonly before: ReadonlyMap<string, Circuit>;
    readonly policy: CircuitPolicy;
    readonly now: Date;
  },
): Promise<RecordedAttempts['circuits']> {
  const { channel, before, policy } = change;
  const after = new Map(before);
  for (const { installationId, deliveryId, outcome, endedAt } of change.attempts) {
    if (outcome === null) continue;
    const circuit = after.get(installationId) ?? closedCircuit;
    after.set(
      installationId,
      circuitAfterAttempt(circuit, { deliveryId, outcome }, { policy, nowMs: endedAt.getTime() }),
    );
  }
  await saveCircuits(manager, channel, { circuits: after, now: change.now });
  const changes = new Map(
    [...after].map(([id, circuit]) => [id, { before: before.get(id) ?? closedCircuit, after: circuit }] as const),
  );
  const moved = [...changes].filter(([, circuit]) => circuit.before.state !== circuit.after.state).map(([id]) => id);
  if (moved.length > 0) await announceChanges(manager, moved);
  return changes;
}

function columns<Row>(rows: readonly Row[], names: readonly (keyof Row)[]): unknown[][] {
  return names.map((name) => rows.map((row) => row[name]));
}

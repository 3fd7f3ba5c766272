/**
 * The circuits of all endpoints, shared by all delivery processes. A circuit that is closed without failures has no
 * row. Every change of a circuit locks its row, and a change of its state wakes the other processes
 * (circuit-changes.view.ts).
 */
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ToolCircuitBreaker } from '../tool/call-tool/tool-circuit-breaker.js';
import { closedCircuit, type Circuit } from '../sending/circuit.js';
import type { ChannelName } from './queued-delivery.view.js';

/** The notification channel of PostgreSQL on which processes announce changes; the payload is the installation id. */
export const CIRCUIT_CHANGES = 'delivery_circuit_changes';

const COUNT_LIMIT = 10_000;

const SAVE = `
insert into endpoint_circuits (installation_id, channel, circuit, state, not_before, updated_at)
select id, $1, circuit::jsonb, state, not_before, $6
from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) as c(id, circuit, state, not_before)
on conflict (installation_id, channel) do update set circuit = excluded.circuit, state = excluded.state,
  not_before = excluded.not_before, updated_at = excluded.updated_at`;

/** Stores circuits in the transaction of `manager`, which holds the locks of their rows. */
export async function saveCircuits(
  manager: EntityManager,
  channel: ChannelName,
  { circuits, now }: { readonly circuits: ReadonlyMap<string, Circuit>; readonly now: Date },
): Promise<void> {
  const open = [...circuits].filter(([, circuit]) => !isForgettable(circuit));
  const closed = [...circuits].filter(([, circuit]) => isForgettable(circuit)).map(([id]) => id);
  if (open.length > 0)
    await manager.query(SAVE, [
      channel,
      open.map(([id]) => id),
      open.map(([, circuit]) => JSON.stringify(circuit)),
      open.map(([, { state }]) => state),
      open.map(([, circuit]) => new Date(circuit.state === 'closed' ? circuit.pausedUntilMs : 0)),
      now,
    ]);
  if (closed.length > 0)
    await manager.query('delete from endpoint_circuits where channel = $1 and installation_id = any($2)', [
      channel,
      closed,
    ]);
}

/** Wakes the delivery workers of all processes for these installations when the transaction commits. */
export async function announceChanges(manager: EntityManager, installationIds: readonly string[]): Promise<void> {
  await manager.query('select pg_notify($1, id) from unnest($2::text[]) as c(id)', [CIRCUIT_CHANGES, installationIds]);
}

function isForgettable(circuit: Circuit): boolean {
  return circuit.state === 'closed' && circuit.failures === 0;
}

@Injectable()
export class CircuitStore {
  constructor(private readonly database: DataSource) {}

  /** Returns the stored circuits of a channel, keyed by installation id. */
  async load(channel: ChannelName): Promise<ReadonlyMap<string, Circuit>> {
    const rows = await this.database.query<{ installation_id: string; circuit: Circuit }[]>(
      'select installation_id, circuit from endpoint_circuits where channel = $1',
      [channel],
    );
    return new Map(rows.map((row) => [row.installation_id, row.circuit]));
  }

  /** The number of endpoints that do not answer. The count stops at a limit, so that it stays cheap. */
  async countOpen(): Promise<number> {
    const [row] = await this.database.query<[{ count: number }]>(
      `select count(*)::int as count from (select from endpoint_circuits where channel = 'event' and state = 'open' limit ${COUNT_LIMIT}) c`,
    );
    return row.count;
  }

  /** Returns the stored breaker of an installation's tool calls; null when its last call was answered. */
  async toolBreaker(installationId: string): Promise<ToolCircuitBreaker | null> {
    const [row] = await this.database.query<{ circuit: ToolCircuitBreaker }[]>(
      `select circuit from endpoint_circuits where installation_id = $1 and channel = 'tool'`,
      [installationId],
    );
    return row?.circuit ?? null;
  }

  /**
   * Changes the breaker of an installation's tool calls while its row is locked. `change` receives and returns null
   * for a breaker without failures.
   */
  async changeToolBreaker<Result>(
    installationId: string,
    now: Date,
    change: (breaker: ToolCircuitBreaker | null) => { readonly breaker: ToolCircuitBreaker | null; result: Result },
  ): Promise<Result> {
    return this.database.transaction(async (manager) => {
      await manager.query(
        `insert into endpoint_circuits (installation_id, channel, circuit, state, not_before, updated_at)
         values ($1, 'tool', 'null', 'closed', 'epoch', $2) on conflict do nothing`,
        [installationId, now],
      );
      const [row] = await manager.query<{ circuit: ToolCircuitBreaker | null }[]>(
        `select circuit from endpoint_circuits where installation_id = $1 and channel = 'tool' for update`,
        [installationId],
      );
      const { breaker, result } = change(row?.circuit ?? null);
      if (breaker === null)
        await manager.query(`delete from endpoint_circuits where installation_id = $1 and channel = 'tool'`, [
          installationId,
        ]);
      else
        await manager.query(
          `update endpoint_circuits set circuit = $2::jsonb, updated_at = $3
           where installation_id = $1 and channel = 'tool'`,
          [installationId, JSON.stringify(breaker), now],
        );
      return result;
    });
  }
}

/**
 * Locks the circuits of these installations in the transaction of `manager`. Installations in `failed` get a row if
 * they have none, because PostgreSQL cannot lock a missing row: two processes would each record a first failure.
 */
export async function lockCircuits(
  manager: EntityManager,
  channel: ChannelName,
  { ids, failed, now }: { readonly ids: readonly string[]; readonly failed: readonly string[]; readonly now: Date },
): Promise<ReadonlyMap<string, Circuit>> {
  await manager.query(
    `insert into endpoint_circuits (installation_id, channel, circuit, state, not_before, updated_at)
     select id, $1, $3::jsonb, 'closed', 'epoch', $4 from unnest($2::text[]) as c(id) order by id
     on conflict do nothing`,
    [channel, failed, JSON.stringify(closedCircuit), now],
  );
  const rows = await manager.query<{ installation_id: string; circuit: Circuit }[]>(
    `select installation_id, circuit from endpoint_circuits
     where channel = $1 and installation_id = any($2) order by installation_id for update`,
    [channel, ids],
  );
  return new Map(rows.map((row) => [row.installation_id, row.circuit]));
}

/**
 * Locks the circuits of these installations and returns them. Leaves out a circuit that another transaction has
 * locked. An endpoint without a row has a closed circuit.
 */
export async function lockAvailableCircuits(
  manager: EntityManager,
  channel: ChannelName,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Circuit>> {
  const stored = await manager.query<{ installation_id: string }[]>(
    'select installation_id from endpoint_circuits where channel = $1 and installation_id = any($2)',
    [channel, ids],
  );
  const locked = await manager.query<{ installation_id: string; circuit: Circuit }[]>(
    `select installation_id, circuit from endpoint_circuits
     where channel = $1 and installation_id = any($2) order by installation_id for update skip locked`,
    [channel, ids],
  );
  const withRow = new Set(stored.map((row) => row.installation_id));
  const closed = ids.filter((id) => !withRow.has(id)).map((id) => [id, closedCircuit] as const);
  return new Map<string, Circuit>([...closed, ...locked.map((row) => [row.installation_id, row.circuit] as const)]);
}

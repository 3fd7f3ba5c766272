/**
 * Compares the command loop with one transaction per command (begin, select for update, update, insert, commit) at
 * its best pool size. Both use 64 callers, durable commits, cold tables and an idempotency key per command.
 */
import { accept, streamRef, type Fact, type StreamType } from '@kushk/decider';
import { openEventStore } from '@kushk/event-store';
import pg from 'pg';
import { underLoad, type LoadResult } from './callers.js';
import type { Row } from './row.js';
import { withServers } from './servers.js';

const load = { callers: 64, warmUpMs: 1_000, windowMs: 3_500 };
const rivalLoad = { callers: 64, warmUpMs: 250, windowMs: 1_500 };
const poolSizes = [2, 4, 8, 16, 32];

type Consumed = Fact<'Consumed', { readonly mu: number }>;
const meter: StreamType<{ readonly consumed: number }, Consumed> = {
  category: 'meter',
  stateVersion: 1,
  initial: { consumed: 0 },
  evolve: ({ consumed }, { data }) => ({ consumed: consumed + data.mu }),
};

/** Measures the command loop and its rival on `streams` streams that get equally many commands. */
export function runLoop(name: string, streams: number, goal: number): Promise<Row> {
  return withServers(async ({ database }) => {
    const ours = await loop(await database('ours'), streams);
    let best: LoadResult & { readonly poolSize: number } = { perSecond: 0, p50Ms: 0, p99Ms: 0, poolSize: 0 };
    for (const poolSize of poolSizes) {
      const result = await naive(await database(`naive_${poolSize}`), streams, poolSize);
      if (result.perSecond > best.perSecond) best = { ...result, poolSize };
    }
    const ratio = ours.perSecond / best.perSecond;
    const note = `p50 ${ours.p50Ms.toFixed(1)} ms, p99 ${ours.p99Ms.toFixed(1)} ms; rival p99 ${best.p99Ms.toFixed(0)} ms with ${best.poolSize} connections`;
    return {
      name,
      measured: Math.round(ours.perSecond),
      rival: Math.round(best.perSecond),
      ratio,
      goal,
      unit: 'commands/s',
      ok: ratio >= goal,
      note,
    };
  });
}

async function loop(databaseUrl: string, streams: number): Promise<LoadResult> {
  const { store, close } = await openEventStore({ service: 'bench', streams: [meter], databaseUrl });
  const result = await underLoad(load, (number) =>
    store.run({
      name: 'Consume',
      streams: { meter: streamRef(meter, `m${number % streams}`) },
      decide: (states) =>
        accept({ meter: [{ type: 'Consumed' as const, data: { mu: 1 } }] }, { consumed: states.meter.consumed + 1 }),
      idempotency: { scope: 'bench', key: `key-${number}`, inputHash: 'hash' },
    }),
  );
  await close();
  return result;
}

async function naive(databaseUrl: string, streams: number, poolSize: number): Promise<LoadResult> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
  // The PostgreSQL server stops at the end of the row, and idle connections of the pool can then emit an error.
  pool.on('error', () => undefined);
  await pool.query('create table meter (id text primary key, version bigint not null, consumed bigint not null)');
  await pool.query(
    'create table entry (id text, version bigint, key text unique, data jsonb not null, at timestamptz default now(), primary key (id, version))',
  );
  await pool.query(`insert into meter select 'm' || n, 0, 0 from generate_series(0, $1::int - 1) n`, [streams]);
  const result = await underLoad(rivalLoad, async (number) => {
    const client = await pool.connect();
    const id = `m${number % streams}`;
    await client.query('begin');
    const { rows } = await client.query<{ version: string; consumed: string }>({
      name: 'lock',
      text: 'select version, consumed from meter where id = $1 for update',
      values: [id],
    });
    const [row] = rows as [{ version: string; consumed: string }];
    const version = Number(row.version) + 1;
    await client.query({
      name: 'update',
      text: 'update meter set version = $2, consumed = $3 where id = $1',
      values: [id, version, Number(row.consumed) + 1],
    });
    await client.query({
      name: 'insert',
      text: 'insert into entry (id, version, key, data) values ($1, $2, $3, $4)',
      values: [id, version, `key-${number}`, '{"mu":1}'],
    });
    await client.query('commit');
    client.release();
  });
  await pool.end();
  return result;
}

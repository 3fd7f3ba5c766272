/**
 * A wallet service with a large log: starting, rebuilding and pruning. Each is compared with the least that the work
 * takes in the same run: a start on an empty log, a bare reader of the same log, one delete of as many rows.
 */
import { openEventStore, rebuild, type OpenStore, type StoreDefinition } from '@kushk/event-store';
import pg from 'pg';
import { walletStore } from '../../apps/wallet/src/store.module.js';
import type { Row } from './row.js';
import { withServers } from './servers.js';
import { sizeOf } from './sizes.js';

/** Number of facts; the log has half as many expired idempotency keys. */
const facts = sizeOf({ normal: 100_000, full: 10_000_000 });
const wallets = 1_000;
const keys = facts / 2;
const dayMs = 86_400_000;
const GOALS = { start: 0.5, rebuild: 0.08, retention: 0.03 };

export function run(): Promise<readonly Row[]> {
  return withServers(async ({ database }) => {
    const options = { ...walletStore, isMaintained: false };
    const [databaseUrl, emptyUrl] = [await database('large'), await database('empty')];
    for (const url of [databaseUrl, emptyUrl]) await (await openEventStore({ ...options, databaseUrl: url })).close();
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await fill(client);
    const start = async (url: string): Promise<{ ms: number; open: OpenStore }> => {
      const startedAt = performance.now();
      const open = await openEventStore({ ...options, databaseUrl: url });
      return { ms: performance.now() - startedAt, open };
    };
    const empty = await start(emptyUrl);
    await empty.open.close();
    const large = await start(databaseUrl);
    const rows = [
      rowOf('start', { measured: large.ms, rival: empty.ms, unit: 'ms', isLowerBetter: true }),
      await rebuildRow(client, { ...options, databaseUrl }),
      await retentionRow(client, large.open),
    ];
    await large.open.close();
    await client.end();
    return rows;
  });
}

async function rebuildRow(client: pg.Client, options: StoreDefinition & { databaseUrl: string }): Promise<Row> {
  const bare = await perSecond(facts, () => readAll(client));
  const measured = await perSecond(facts, () => rebuild({ ...options, mode: 'compare' }));
  const row = rowOf('rebuild', { measured, rival: bare, unit: 'facts/s', isLowerBetter: false });
  return { ...row, note: `${row.note}; a bare reader` };
}

async function retentionRow(client: pg.Client, { maintenance, dataSource }: OpenStore): Promise<Row> {
  await fillKeys(client);
  const bare = await perSecond(keys, () => client.query('delete from log_idempotency'));
  await client.query('vacuum log_idempotency');
  await fillKeys(client);
  const measured = await perSecond(keys, () => maintenance.runOnce(new Date(Date.now() + 3 * dayMs)));
  const [left] = await dataSource.query<{ left: number }[]>('select count(*)::int as left from log_idempotency');
  if (left?.left !== 0) throw new Error(`${left?.left} expired keys are left`);
  return rowOf('retention', { measured, rival: bare, unit: 'rows/s', isLowerBetter: false });
}

/** Appends facts of many wallets, and the states that follow from them. */
async function fill(client: pg.Client): Promise<void> {
  await client.query(`insert into log_events (position, stream_id, version, event_id, type, data, meta, at)
    select n, 'wallet-ins_' || n % ${wallets}, n / ${wallets} + 1, gen_random_uuid(),
      case when n < ${wallets} then 'WalletOpened' else 'MuConsumed' end,
      case when n < ${wallets} then json_build_object('installationId', 'ins_' || n, 'organisationId', 'org_1', 'plan', null,
        'prices', json_build_object('fetch', '1000'), 'at', '2026-11-01T00:00:00.000Z')
      else json_build_object('id', 'chg_' || n, 'holdId', null, 'endsOpenHold', false, 'service', 'fetch', 'count', 1,
        'amountMicroMu', '1000', 'unreservedMicroMu', '0', 'reference', null, 'month', '1405-08',
        'at', '2026-11-01T00:00:00.000Z') end,
      '{"actor":{"kind":"installation","id":"ins_1"},"correlationId":"req_0193"}', now()
    from generate_series(0, ${facts - 1}) n`);
  await client.query(`insert into log_streams (stream_id, version, prev_version, last_xid, state_version, state)
    select 'wallet-ins_' || n, ${facts / wallets}, 0, pg_current_xact_id(), 0, '{}' from generate_series(0, ${wallets - 1}) n`);
  await client.query('analyze');
}

async function fillKeys(client: pg.Client): Promise<void> {
  await client.query(`insert into log_idempotency (scope, key, input_hash, reply, at)
    select 'ins_' || n % ${wallets}, 'key-' || n, repeat('0', 64), '{"id":"chg_1","charged":"0.001"}', now() - n * interval '1 ms'
    from generate_series(1, ${keys}) n`);
}

async function readAll(client: pg.Client): Promise<void> {
  await client.query('begin');
  await client.query('declare log no scroll cursor for select * from log_events order by xid, position');
  while ((await client.query('fetch 5000 from log')).rows.length > 0);
  await client.query('commit');
}

async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return count / ((performance.now() - startedAt) / 1_000);
}

interface Comparison {
  readonly measured: number;
  readonly rival: number;
  readonly unit: string;
  readonly isLowerBetter: boolean;
}

function rowOf(name: keyof typeof GOALS, { measured, rival, unit, isLowerBetter }: Comparison): Row {
  const ratio = isLowerBetter ? rival / measured : measured / rival;
  return {
    name: `large-log-${name}`,
    measured: Math.round(measured),
    rival: Math.round(rival),
    ratio,
    goal: GOALS[name],
    unit,
    ok: ratio >= GOALS[name],
    note: `${facts.toLocaleString('en')} facts in the log`,
  };
}

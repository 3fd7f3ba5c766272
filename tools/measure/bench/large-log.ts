/**
 * A wallet service with a large log and as many entries: rebuilding, starting, charging and pruning. Each is compared
 * with a limit, with the same on an empty log, or with one delete of as many rows, all in the same run.
 */
import { openEventStore, rebuild, type OpenStore, type StoreDefinition } from '@kushk/event-store';
import pg from 'pg';
import { walletStore } from '../../../apps/wallet/src/store.module.js';
import { calibrate, scaledDuration } from './calibration.js';
import { underLoad } from './callers.js';
import { medianByRatio } from './median-by-ratio.js';
import type { Row } from './row.js';
import { withServers } from './servers.js';
import { sizeOf } from './sizes.js';
import { WalletCharges } from './wallet-charges.js';

/** Number of facts; the log has half as many expired idempotency keys. */
const facts = sizeOf({ normal: 100_000, full: 10_000_000 });
const wallets = 1_000;
const keys = facts / 2;
/** Rows that are made in one statement. */
const madeAtOnce = 250_000;
/** The bare reader reads at most so many facts, which show its speed. */
const bareFacts = Math.min(facts, 1_000_000);
const dayMs = 86_400_000;
const organisation_id = 'org_1';
const chargedBy = JSON.stringify({
  actor: {
    kind: 'plugin',
    installation_id: 'ins_1',
    organisation_id,
    plugin_id: 'com.example.bench',
    on_behalf_of: null,
    on_behalf_of_name: null,
  },
  correlationId: 'req_0193',
});
const grantedBy = JSON.stringify({
  actor: { kind: 'person', person_id: 'per_1', organisation_id, role: 'admin', name: 'Bench' },
});
const GOALS = { start: 0.5, charges: 0.8, rebuild: 1, retention: 0.03 };
/** Facts per second of a rebuild, on the machine on which a bare Fastify route answers 50,000 requests/s. */
const REBUILD_PER_SECOND = 50_000;
const chargeAttempts = 7;
const chargeLoad = { callers: 64, warmUpMs: 300, windowMs: 1_000 };

export function run(): Promise<readonly Row[]> {
  return withServers(async ({ database }) => {
    const options = { ...walletStore, isMaintained: false };
    const [databaseUrl, emptyUrl] = [await database('large'), await database('empty')];
    for (const url of [databaseUrl, emptyUrl]) await (await openEventStore({ ...options, databaseUrl: url })).close();
    const client = new pg.Client({ connectionString: databaseUrl });
    // When the row fails, the server stops before the client has ended, and its error would hide the cause.
    client.on('error', () => undefined);
    await client.connect();
    await fill(client);
    const rebuilt = await rebuildRow(client, { ...options, databaseUrl });
    const start = async (url: string): Promise<{ ms: number; open: OpenStore }> => {
      const startedAt = performance.now();
      const open = await openEventStore({ ...options, databaseUrl: url });
      return { ms: performance.now() - startedAt, open };
    };
    const empty = await start(emptyUrl);
    const large = await start(databaseUrl);
    const rows = [
      rowOf('start', { measured: large.ms, rival: empty.ms, unit: 'ms', isLowerBetter: true }),
      await chargesRow(client, large.open, empty.open),
      rebuilt,
      await retentionRow(client, large.open),
    ];
    await Promise.all([large.open.close(), empty.open.close()]);
    await client.end();
    return rows;
  });
}

/**
 * Charges new wallets on both logs in turn. The row is the pair of windows with the median ratio: the speed of a
 * shared machine changes within seconds. What ten million new rows leave behind is written and vacuumed before, so that
 * no worker of PostgreSQL runs beside the windows.
 */
async function chargesRow(client: pg.Client, large: OpenStore, empty: OpenStore): Promise<Row> {
  await client.query('vacuum (analyze)');
  await client.query('checkpoint');
  const [ofLarge, ofEmpty] = [new WalletCharges(large.store, 'bench'), new WalletCharges(empty.store, 'bench')];
  await Promise.all([ofLarge.open(wallets), ofEmpty.open(wallets)]);
  const perSecond = async (charges: WalletCharges): Promise<number> =>
    (await underLoad(chargeLoad, (number) => charges.charge(number))).perSecond;
  const pairs: { readonly measured: number; readonly rival: number }[] = [];
  for (let attempt = 0; attempt < chargeAttempts; attempt += 1)
    pairs.push({ measured: await perSecond(ofLarge), rival: await perSecond(ofEmpty) });
  const { median, note } = medianByRatio(pairs, ({ measured, rival }) => measured / rival);
  const row = rowOf('charges', { ...median, unit: 'charges/s', isLowerBetter: false });
  return { ...row, note: `${row.note}; ${note}` };
}

/** Fills the empty views of the service from the log, with their indexes, and puts them in place. */
async function rebuildRow(client: pg.Client, options: StoreDefinition & { databaseUrl: string }): Promise<Row> {
  const bare = await perSecond(bareFacts, () => readLog(client));
  // A rebuild takes minutes, in which the speed of a shared machine changes.
  const atFirst = await calibrate();
  let seconds = 0;
  const measured = await perSecond(facts, async () => {
    const before = process.cpuUsage();
    const report = await rebuild({ ...options, mode: 'replace' });
    const { user, system } = process.cpuUsage(before);
    seconds = (user + system) / 1_000_000;
    if (report.facts !== facts) throw new Error(`${report.facts} of ${facts} facts were folded`);
  });
  const [{ entries } = { entries: 0 }] = (
    await client.query<{ entries: number }>('select count(*)::int as entries from wallet_entries')
  ).rows;
  if (entries !== facts - wallets) throw new Error(`${entries} entries for ${facts} facts`);
  const speed = (atFirst.speed + (await calibrate()).speed) / 2;
  const rival = REBUILD_PER_SECOND / scaledDuration(1, { speed });
  const row = rowOf('rebuild', { measured, rival, unit: 'facts/s', isLowerBetter: false });
  const scale = `${REBUILD_PER_SECOND.toLocaleString('en')} at 50,000 requests/s`;
  const cost = `${((seconds / facts) * 1_000_000).toFixed(0)} µs of Node each`;
  return { ...row, note: `${row.note}; ${scale}; ${cost}; a bare reader ${Math.round(bare).toLocaleString('en')}` };
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

/** Appends facts of many wallets, and the states of an older version of the service. The views stay empty. */
async function fill(client: pg.Client): Promise<void> {
  await client.query('set synchronous_commit = off');
  const use = `"holdId":null,"endsOpenHold":false,"service":"fetch","count":1,"rateMicroMu":"1000","amountMicroMu":"1000",
    "unreservedMicroMu":"0","reference":null,"month":"2026-11","at":"2026-11-01T00:00:00.000Z"`;
  const grant = `"kind":"gift","amountMicroMu":"${1_000 * facts}","reference":null,"note":null,"by":"per_1",
    "month":"2026-11","at":"2026-11-01T00:00:00.000Z"`;
  const opening = `"organisationId":"org_1","plan":"basic","prices":{"services":["fetch"],"rates":{"fetch":"1000"}},
    "at":"2026-11-01T00:00:00.000Z"`;
  const compact = (json: string): string => json.replaceAll(/\n\s*/g, '');
  await inChunks(0, facts - 1, (from, to) =>
    client.query(
      `insert into log_events (position, stream_id, version, event_id, type, data, meta, at)
      select n, 'wallet-ins_' || n % ${wallets}, n / ${wallets} + 1, gen_random_uuid(),
        case n / ${wallets} when 0 then 'WalletOpened' when 1 then 'MuGranted' else 'MuConsumed' end,
        (case n / ${wallets} when 0 then '{"installationId":"ins_' || n || '",${compact(opening)}}'
          when 1 then '{"id":"grt_' || n || '",${compact(grant)}}'
          else '{"id":"chg_' || n || '",${compact(use)}}' end)::json,
        case n / ${wallets} when 1 then '${grantedBy}' else '${chargedBy}' end::json, now()
      from generate_series($1::int, $2::int) n`,
      [from, to],
    ),
  );
  await client.query(`insert into log_streams (stream_id, version, prev_version, last_xid, state_version, state)
    select 'wallet-ins_' || n, ${facts / wallets}, 0, pg_current_xact_id(), 0, '{}' from generate_series(0, ${wallets - 1}) n`);
  await client.query('analyze');
  await client.query('reset synchronous_commit');
}

async function fillKeys(client: pg.Client): Promise<void> {
  await inChunks(1, keys, (from, to) =>
    client.query(
      `insert into log_idempotency (scope, key, input_hash, reply, at)
      select 'ins_' || n % ${wallets}, 'key-' || n, repeat('0', 64), '{"id":"chg_1","charged":"0.001"}',
        now() - n * interval '1 ms'
      from generate_series($1::int, $2::int) n`,
      [from, to],
    ),
  );
}

/** Calls `make` with ranges of numbers, so that no statement is long and no transaction holds up the others. */
async function inChunks(first: number, last: number, make: (from: number, to: number) => Promise<unknown>) {
  for (let from = first; from <= last; from += madeAtOnce) await make(from, Math.min(from + madeAtOnce - 1, last));
}

async function readLog(client: pg.Client): Promise<void> {
  await client.query('begin');
  await client.query(`declare log no scroll cursor for
    select * from log_events order by xid, position limit ${bareFacts}`);
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

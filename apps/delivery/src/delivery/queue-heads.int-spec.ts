import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import type { DataSource } from 'typeorm';
import { DeliveryWorkerHarness } from '../../test/delivery-worker-harness.js';
import { QueueHeads0002 } from '../migrations/0002-queue-heads.js';
import { DeliveryQueue } from './delivery-queue.view.js';

const BACKLOG = 10_000;
const ROWS_PER_STATEMENT = 2_000;
const SHORT_BACKLOG = 20;

let database: FreshDatabase;
let harness: DeliveryWorkerHarness;
beforeAll(async () => {
  database = await freshDatabase('delivery');
  harness = await DeliveryWorkerHarness.on(database.url);
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

const query = <Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
  harness.opened.dataSource.query<Row[]>(sql, [...values]);
const install = async (): Promise<string> => (await harness.install('http://127.0.0.1:1')).installationId;
const setCallsAllowed = (installationId: string, callsAllowed: boolean) =>
  harness.record(installationId, [
    { type: 'AvailabilityChanged', data: { availability: 'any', callsAllowed, at: new Date().toISOString() } },
  ]);

/** Adds events with these sequence numbers; their keys repeat after `keys` of them. */
const add = (installationId: string, { from, to, keys }: { from: number; to: number; keys: number }) =>
  query(
    `insert into delivery_queue (delivery_id, channel, installation_id, order_key, sequence, kind, created_at, due_at)
     select $1 || '-' || n, 'event', $1, 'k' || n % $4, n, 'plugin.ping', now(), now() - interval '1 hour' + n * interval '1 ms'
     from generate_series($2::int, $3::int) n`,
    [installationId, from, to, keys],
  );
const saveCircuit = (installationId: string, circuit: { readonly state: string; readonly [field: string]: unknown }) =>
  query(
    `insert into endpoint_circuits (installation_id, channel, state, not_before, circuit, updated_at)
     values ($1, 'event', $2, 'epoch', $3, now())`,
    [installationId, circuit.state, JSON.stringify(circuit)],
  );
const dueAtOf = async (installationId: string): Promise<Date | null> =>
  (
    await query<{ due_at: Date | null }>(
      `select due_at from endpoint_queues where installation_id = $1 and channel = 'event'`,
      [installationId],
    )
  )[0]?.due_at ?? null;

const HEADS = 'select installation_id, channel, order_key, sequence, delivery_id, due_at, waiting from queue_heads';
const FIRST_OF_QUEUE = `
select distinct on (installation_id, channel, order_key) installation_id, channel, order_key, sequence, delivery_id, due_at,
  (count(*) over (partition by installation_id, channel, order_key))::int as waiting
from delivery_queue where dead_at is null order by installation_id, channel, order_key, sequence`;
// How long something has been due does not matter.
const QUEUES = `
select installation_id, channel, waiting, greatest(due_at, now()) as due_at from endpoint_queues where waiting > 0`;
const SUM_OF_HEADS = `
select installation_id, channel, sum(waiting)::int as waiting, greatest(min(due_at), now()) as due_at
from queue_heads group by installation_id, channel`;

async function expectHeadsOfTheQueue(): Promise<void> {
  for (const [stored, expected] of [
    [HEADS, FIRST_OF_QUEUE],
    [QUEUES, SUM_OF_HEADS],
  ])
    expect(await query(`((${stored}) except (${expected})) union all ((${expected}) except (${stored}))`)).toEqual([]);
}

describe('the heads of the queue', () => {
  it('are the first waiting deliveries of their keys, whatever changes the queue', async () => {
    const [first, second] = [await install(), await install()];
    for (const each of [first, second]) await add(each, { from: 1, to: 200, keys: 7 });
    const changes = [
      'delete from delivery_queue where sequence % 9 < 2',
      'delete from delivery_queue where sequence <= 30',
      `update delivery_queue set dead_at = now() where sequence between 40 and 60`,
      `update delivery_queue set due_at = now() + interval '1 hour' where sequence % 3 = 0`,
      `update delivery_queue set dead_at = null, order_key = 'redelivery:' || order_key where sequence between 45 and 50`,
      `update delivery_queue set leased_until = now(), attempt = attempt + 1 where sequence > 100`,
      `insert into delivery_queue as q (delivery_id, channel, installation_id, order_key, sequence, kind, created_at, due_at)
       select delivery_id, channel, installation_id, order_key, sequence, kind, created_at, now() from delivery_queue
       where sequence % 5 = 0 on conflict (delivery_id) do update set due_at = excluded.due_at, dead_at = null`,
      `delete from delivery_queue where order_key in ('k1', 'k2')`,
      'delete from delivery_queue',
    ];
    for (const change of changes) {
      await query(change);
      await expectHeadsOfTheQueue();
    }
  });

  it('miss nothing when transactions queue and finish deliveries of one endpoint at the same time', async () => {
    const installationId = await install();
    await add(installationId, { from: 1, to: 100, keys: 5 });
    await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        n % 2 === 0
          ? query('delete from delivery_queue where installation_id = $1 and sequence between $2 and $3', [
              installationId,
              n * 2 + 1,
              n * 2 + 4,
            ])
          : add(installationId, { from: 100 + n * 5, to: 104 + n * 5, keys: 5 }),
      ),
    );
    await expectHeadsOfTheQueue();
    await query('delete from delivery_queue');
    expect(await dueAtOf(installationId)).toBeNull();
  });

  it('are those of the queue that the previous version has left', async () => {
    const installationId = await install();
    const runner = harness.opened.dataSource.createQueryRunner();
    const migration = new QueueHeads0002();
    await migration.down(runner);
    await add(installationId, { from: 1, to: 50, keys: 3 });
    await query('update delivery_queue set dead_at = now() where sequence < 5');
    await migration.up(runner);
    await runner.release();
    await expectHeadsOfTheQueue();
    await query('delete from delivery_queue');
    await expectHeadsOfTheQueue();
  });
});

describe('the time from which something may be sent to an endpoint', () => {
  it('is that of its first head, and unknown while the installation is paused', async () => {
    const installationId = await install();
    await add(installationId, { from: 1, to: 2, keys: 2 });
    const dueAt = await dueAtOf(installationId);
    expect(dueAt).not.toBeNull();
    await setCallsAllowed(installationId, false);
    expect(await dueAtOf(installationId)).toBeNull();
    await setCallsAllowed(installationId, true);
    expect(await dueAtOf(installationId)).toEqual(dueAt);
    await query('delete from delivery_queue');
  });

  it('is the next probe of an open circuit or the end of the one in flight, and unknown after a 410', async () => {
    const installationId = await install();
    await add(installationId, { from: 1, to: 2, keys: 2 });
    const dueAt = await dueAtOf(installationId);
    const open = { state: 'open', openedAtMs: 0, failedProbes: 0, nextProbeAtMs: 4e12, permits: [] };
    for (const [circuit, expected] of [
      [open, new Date(4e12)],
      [{ ...open, permits: [{ deliveryId: 'a', untilMs: 5e12 }] }, new Date(5e12)],
      [{ state: 'closed', failures: 1, pausedUntilMs: 0 }, dueAt],
      [{ state: 'closed', failures: 1, pausedUntilMs: 4e12 }, new Date(4e12)],
      [{ state: 'stopped', sinceMs: 0 }, null],
    ] as const) {
      await saveCircuit(installationId, circuit);
      if (circuit.state !== 'closed') expect(await dueAtOf(installationId)).toEqual(expected);
      await query('update endpoint_circuits set updated_at = now()');
      expect(await dueAtOf(installationId)).toEqual(expected);
      await query('delete from endpoint_circuits');
      expect(await dueAtOf(installationId)).toEqual(dueAt);
    }
    await query('delete from delivery_queue');
  });
});

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Plan[];
}
function rowsRead(plan: Plan): number {
  const own = plan['Relation Name'] === undefined ? 0 : plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0);
  return (plan.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), own * plan['Actual Loops']);
}

/** Runs the statements of a claim, and returns how many rows and blocks each of them reads. */
async function reads(work: (queue: DeliveryQueue) => Promise<unknown>): Promise<{ rows: number; blocks: number }[]> {
  const found: { rows: number; blocks: number }[] = [];
  const explained = async (sql: string, values: unknown[]): Promise<unknown> => {
    const [row] = await query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, buffers, format json) ${sql}`,
      values,
    );
    const plan = row?.['QUERY PLAN'][0].Plan;
    if (plan !== undefined)
      found.push({ rows: rowsRead(plan), blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] });
    // The analysis has leased what the statement claims.
    await query('update delivery_queue set leased_until = null where leased_until is not null');
    return query(sql, values);
  };
  const manager = { query: explained };
  const transaction = (run: (manager: unknown) => Promise<unknown>): Promise<unknown> => run(manager);
  await work(new DeliveryQueue({ ...manager, manager, transaction } as unknown as DataSource));
  await query('update delivery_queue set leased_until = null where leased_until is not null');
  return found;
}

describe('the statements of a claim', () => {
  it('read as much with a long backlog as with a short one', async () => {
    const [healthy, oneKey, manyKeys, dead] = [await install(), await install(), await install(), await install()];
    const all = [healthy, oneKey, manyKeys];
    const requests = (ids: readonly string[], ignoreDueTime = false) =>
      ids.map((installationId) => ({ installationId, limit: 4, ignoreDueTime }));
    const lease = () => ({ now: new Date(), from: new Date(), until: new Date(Date.now() + 20_000) });
    const probe = { state: 'open', openedAtMs: 0, failedProbes: 0, nextProbeAtMs: 0, permits: [] };
    const measure = async () => {
      // The heads of the long queues wait for a retry: everything behind them is due.
      await query(
        `update delivery_queue set due_at = now() + interval '1 hour' where installation_id = $1 and sequence = 1`,
        [oneKey],
      );
      await saveCircuit(dead, probe);
      const results = [
        await reads((queue) => queue.due('event', { until: new Date(), after: null, limit: 10 })),
        await reads((queue) => queue.dueOf('event', all)),
        await reads((queue) => queue.claim('event', requests(all), lease())),
        await reads((queue) => queue.claimLimited('event', requests([dead], true), { ...lease(), attemptLimit: 4 })),
      ];
      await query('delete from endpoint_circuits');
      return results;
    };
    const fill = async (from: number, to: number): Promise<void> => {
      for (let n = from; n <= to; n += ROWS_PER_STATEMENT) {
        const range = { from: n, to: Math.min(to, n + ROWS_PER_STATEMENT - 1) };
        for (const each of [oneKey, dead]) await add(each, { ...range, keys: 1 });
        await add(manyKeys, { ...range, keys: BACKLOG });
      }
    };
    await query('update waiting_quotas set per_key = 1000000, per_installation = 1000000');
    await add(healthy, { from: 1, to: 4, keys: 4 });
    await fill(1, SHORT_BACKLOG);
    await query('analyze');
    const short = await measure();
    await fill(SHORT_BACKLOG + 1, BACKLOG);
    const withoutStatistics = await measure();
    await query('analyze');
    for (const long of [withoutStatistics, await measure()])
      for (const [n, statements] of long.entries())
        for (const [m, { rows, blocks }] of statements.entries()) {
          expect(rows).toBeLessThanOrEqual((short[n]?.[m]?.rows ?? 0) + 10);
          expect(blocks).toBeLessThanOrEqual((short[n]?.[m]?.blocks ?? 0) + 200);
        }
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import { DeliveryWorkerHarness } from '../../test/delivery-worker-harness.js';
import { FeedPages } from '../feed/poll-events/feed-page.view.js';
import { Retention } from './retention.view.js';

/** Half of them, waiting or dead, are more than one statement deletes. */
const ROWS = 4_400;
const DAY_MS = 86_400_000;

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
const retention = (): Retention => new Retention(harness.opened.dataSource);
const inDays = (days: number): Date => new Date(harness.now() + days * DAY_MS);

/** Gives an installation waiting events, as many dead letters, attempts, a tool call and circuits. */
async function fill(installationId: string): Promise<void> {
  await query(
    `insert into feed_events (event_id, installation_id, sequence, type, order_key, created_at, body)
     select $1 || n, $1, n, 'plugin.ping', 'k' || n, now(), '{}' from generate_series(1, ${ROWS}) n`,
    [installationId],
  );
  await query(
    `insert into delivery_queue (delivery_id, channel, installation_id, order_key, sequence, kind, created_at, due_at,
       dead_at)
     select event_id, 'event', installation_id, order_key, sequence, type, created_at, created_at,
       case when sequence % 2 = 1 then now() end
     from feed_events where installation_id = $1`,
    [installationId],
  );
  await query(
    `insert into delivery_attempts (delivery_id, attempt, channel, installation_id, started_at, duration_ms)
     select event_id, 1, 'event', installation_id, created_at, 1 from feed_events where installation_id = $1`,
    [installationId],
  );
  await query(
    `insert into tool_calls (call_id, installation_id, tool, called_at, duration_ms) values ($1, $1, 'x', now(), 1)`,
    [installationId],
  );
  await query(
    `insert into endpoint_circuits (installation_id, channel, state, not_before, circuit, updated_at)
     select $1, c, 'stopped', 'epoch', '{"state":"stopped","sinceMs":0}', now()
     from unnest(array['event', 'tool']) c`,
    [installationId],
  );
}
async function counts(installationId: string): Promise<Readonly<Record<string, number>>> {
  const tables = ['feed_events', 'delivery_queue', 'delivery_attempts', 'tool_calls', 'endpoint_circuits'];
  const columns = tables.map((table) => `(select count(*)::int from ${table} where installation_id = $1) as ${table}`);
  const [row] = await query<Record<string, number>>(`select ${columns.join(', ')}`, [installationId]);
  return row ?? {};
}

describe('retention', () => {
  it('keeps everything of an existing installation for 30 days, and the number of its newest event for ever', async () => {
    const { installationId } = await harness.install('http://127.0.0.1:1');
    await fill(installationId);
    await retention().deleteObsolete(inDays(29));
    await retention().deleteExpired(inDays(29));
    const all = {
      feed_events: ROWS,
      delivery_queue: ROWS,
      delivery_attempts: ROWS,
      tool_calls: 1,
      endpoint_circuits: 2,
    };
    expect(await counts(installationId)).toEqual(all);
    await retention().deleteExpired(inDays(31));
    expect(await counts(installationId)).toEqual({
      feed_events: 0,
      delivery_queue: 0,
      delivery_attempts: 0,
      tool_calls: 0,
      endpoint_circuits: 2,
    });
    const range = await new FeedPages(harness.opened.dataSource).storedRange(installationId);
    expect(range).toEqual({ oldest: ROWS + 1, newest: ROWS });
  });

  it('deletes the queue and the circuits of a removed installation at once, and its events after 30 days', async () => {
    const [{ installationId }, other] = [
      await harness.install('http://127.0.0.1:1'),
      await harness.install('http://127.0.0.1:1'),
    ];
    await fill(installationId);
    await fill(other.installationId);
    const removed = { deliveryId: 'cal_removed', at: new Date().toISOString() };
    await harness.record(installationId, [{ type: 'EndpointRemoved', data: removed }]);
    await retention().deleteObsolete(inDays(0));
    expect(await counts(installationId)).toMatchObject({ delivery_queue: 1, endpoint_circuits: 2 });
    await query(`delete from delivery_queue where delivery_id = 'cal_removed'`);
    await retention().deleteObsolete(inDays(0));
    expect(await counts(installationId)).toMatchObject({ delivery_queue: 0, endpoint_circuits: 0, feed_events: ROWS });
    await retention().deleteExpired(inDays(31));
    expect(await counts(installationId)).toMatchObject({ feed_events: 0, delivery_attempts: 0, tool_calls: 0 });
    expect(await counts(other.installationId)).toMatchObject({ feed_events: 0, endpoint_circuits: 2 });
  });

  it('deletes the rows of the other tables when one table cannot be read', async () => {
    const { installationId } = await harness.install('http://127.0.0.1:1');
    await fill(installationId);
    await query('alter table feed_events rename to feed_events_away');
    try {
      await expect(retention().deleteExpired(inDays(31))).rejects.toThrow('1 steps of retention failed');
    } finally {
      await query('alter table feed_events_away rename to feed_events');
    }
    expect(await counts(installationId)).toMatchObject({ feed_events: ROWS, delivery_attempts: 0, tool_calls: 0 });
  });
});

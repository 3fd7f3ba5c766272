import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_QUOTAS, type Quotas } from '@kushk/runtime';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import { DeliveryWorkerHarness } from '../../test/delivery-worker-harness.js';
import { FeedPages } from '../feed/poll-events/feed-page.view.js';
import { EventQuota } from './event-quota.view.js';

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

const configure = (quotas: Partial<Quotas>) =>
  new EventQuota(harness.opened.dataSource, { quotas: { ...DEFAULT_QUOTAS, ...quotas } }).onApplicationBootstrap();
const perKey = { waiting_events_per_key: 2 };

async function append(installationId: string, keys: readonly string[]): Promise<void> {
  for (const key of keys) await harness.appendEvent(installationId, key);
}
async function installationWith(keys: readonly string[]): Promise<string> {
  const { installationId } = await harness.install('http://127.0.0.1:1');
  await append(installationId, keys);
  return installationId;
}
/** Whether each event is a dead letter, oldest first. */
const dead = async (installationId: string): Promise<readonly boolean[]> =>
  (await harness.queued(installationId)).map(({ dead_at }) => dead_at !== null);
const setCallsAllowed = (installationId: string, callsAllowed: boolean) =>
  harness.record(installationId, [
    { type: 'AvailabilityChanged', data: { availability: 'any', callsAllowed, at: new Date().toISOString() } },
  ]);

describe('the quota of waiting events', () => {
  it('makes further events of a key dead letters, which are still polled and can be redelivered', async () => {
    await configure(perKey);
    const keys = ['a', 'b', 'a', 'a', 'b', 'a'];
    const installationId = await installationWith(keys);
    expect(await dead(installationId)).toEqual([false, false, false, true, false, true]);
    const pages = new FeedPages(harness.opened.dataSource);
    const page = await pages.readAfter({ installationId, sequence: 0, newest: keys.length }, 100, null);
    expect(page.events).toHaveLength(keys.length);
    const range = { from: new Date(0), to: new Date(harness.now() + 1_000) };
    const now = new Date(harness.now());
    expect(await harness.redeliveries.requeueChunk(installationId, range, now)).toMatchObject({ count: 2 });
    expect(await dead(installationId)).toEqual(keys.map(() => false));
  });

  it('makes further events of all keys dead letters', async () => {
    await configure({ waiting_events: 3 });
    const [installationId, other] = [await installationWith(['a', 'b', 'c', 'd']), await installationWith(['a'])];
    expect(await dead(installationId)).toEqual([false, false, false, true]);
    expect(await dead(other)).toEqual([false]);
  });

  it('makes the newest of several events dead letters that one transaction queues', async () => {
    await configure({ waiting_events_per_key: 3, waiting_events: 5 });
    const installationId = await installationWith(['a']);
    await harness.opened.dataSource.query(
      `insert into delivery_queue (delivery_id, channel, installation_id, order_key, sequence, kind, created_at, due_at)
       select $1 || n, 'event', $1, case when n % 2 = 0 then 'external_id:a' else 'b' || n end, n, 'plugin.ping', now(),
         now() from generate_series(2, 8) n`,
      [installationId],
    );
    expect(await dead(installationId)).toEqual([false, false, false, false, false, true, true, true]);
  });

  it('leaves the events of a paused installation alone, also those that still wait after the pause', async () => {
    await configure(perKey);
    const installationId = await installationWith([]);
    await setCallsAllowed(installationId, false);
    await append(installationId, ['a', 'a', 'a', 'a']);
    await setCallsAllowed(installationId, true);
    await append(installationId, ['a']);
    expect(await dead(installationId)).toEqual([false, false, false, false, true]);
  });

  it('counts an event no more when it has been delivered', async () => {
    await configure(perKey);
    const installationId = await installationWith(['a', 'a']);
    await harness.opened.dataSource.query('delete from delivery_queue where installation_id = $1 and sequence = 1', [
      installationId,
    ]);
    await append(installationId, ['a', 'a']);
    expect(await dead(installationId)).toEqual([false, false, true]);
  });
});

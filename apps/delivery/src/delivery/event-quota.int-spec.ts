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

const since = new Date(0);
const enforce = (quotas: Partial<Quotas>, from = since) =>
  new EventQuota(harness.opened.dataSource, { quotas: { ...DEFAULT_QUOTAS, ...quotas } }).enforce(
    from,
    new Date(harness.now()),
  );
const perKey = { waiting_events_per_key: 2 };

async function installationWith(keys: readonly string[]): Promise<{ installationId: string; events: string[] }> {
  const { installationId } = await harness.install('http://127.0.0.1:1');
  const events: string[] = [];
  for (const key of keys) events.push(await harness.appendEvent(installationId, key));
  return { installationId, events };
}
/** Whether each event is a dead letter, oldest first. */
const dead = async (installationId: string): Promise<readonly boolean[]> =>
  (await harness.queued(installationId)).map(({ dead_at }) => dead_at !== null);
const setCallsAllowed = (installationId: string, callsAllowed: boolean) =>
  harness.record(installationId, [
    { type: 'AvailabilityChanged', data: { availability: 'any', callsAllowed, at: new Date().toISOString() } },
  ]);

describe('the quota of waiting events', () => {
  it('makes the newest events of a key dead letters, which are still polled and can be redelivered', async () => {
    const { installationId, events } = await installationWith(['a', 'b', 'a', 'a', 'b', 'a']);
    expect(await enforce(perKey)).toEqual(new Map([[installationId, 2]]));
    expect(await dead(installationId)).toEqual([false, false, false, true, false, true]);
    const page = await new FeedPages(harness.opened.dataSource).readAfter(
      { installationId, sequence: 0, newest: events.length },
      100,
      null,
    );
    expect(page.events).toHaveLength(events.length);
    const range = { from: since, to: new Date(harness.now() + 1_000) };
    expect(await harness.redeliveries.requeueChunk(installationId, range, new Date(harness.now()))).toMatchObject({
      count: 2,
    });
  });

  it('makes the newest events of all keys dead letters', async () => {
    const { installationId } = await installationWith(['a', 'b', 'c', 'd']);
    const other = await installationWith(['a']);
    await enforce({ waiting_events: 3 });
    expect(await dead(installationId)).toEqual([false, false, false, true]);
    expect(await dead(other.installationId)).toEqual([false]);
  });

  it('leaves the events of a paused installation alone, also those that still wait after the pause', async () => {
    const { installationId } = await installationWith(['a', 'a', 'a', 'a']);
    await setCallsAllowed(installationId, false);
    await enforce(perKey);
    await setCallsAllowed(installationId, true);
    const resumed = new Date();
    await harness.appendEvent(installationId, 'a');
    await enforce(perKey, resumed);
    expect(await dead(installationId)).toEqual([false, false, false, false, true]);
  });

  it('leaves an event alone while an attempt of it is in flight', async () => {
    const { installationId, events } = await installationWith(['a', 'a', 'a']);
    const at = harness.now();
    await harness.queue.claimOne('event', events[2] as string, { now: new Date(at), until: new Date(at + 60_000) });
    await enforce({ waiting_events_per_key: 1 });
    expect(await dead(installationId)).toEqual([false, true, false]);
  });
});

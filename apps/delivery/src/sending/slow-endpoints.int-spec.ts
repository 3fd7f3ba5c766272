import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, freshDatabase, responses, type FreshDatabase, type RecordingPlugin } from '@kushk/testing';
import { DeliveryWorkerHarness, type TestInstallation } from '../../test/delivery-worker-harness.js';
import type { Channel } from './channel.js';
import { eventChannel } from './channels.js';
import type { DeliveryWorker } from './delivery.worker.js';

const EVENTS = '/service/events';
const SLOTS = 16;
type Installed = { readonly plugin: RecordingPlugin } & TestInstallation;

let database: FreshDatabase;
let harness: DeliveryWorkerHarness;
let worker: DeliveryWorker;

// A database per test: the deliveries that a test leaves in the queue would occupy slots in the next one.
beforeEach(async () => {
  database = await freshDatabase('delivery');
  harness = await DeliveryWorkerHarness.on(database.url);
  const events = eventChannel(harness.secrets);
  const channel: Channel = { ...events, limits: { ...events.limits, total: SLOTS } };
  // Long, so that a loaded machine does not make healthy endpoints slow ones.
  worker = await harness.startWorker({ channel, deadlineMs: 60_000, slowAfterMs: 10_000 });
});
afterEach(async () => {
  await harness.close();
  await database.drop();
});

const install = (count: number): Promise<readonly Installed[]> =>
  Promise.all(Array.from({ length: count }, () => harness.installPlugin()));

async function send(to: readonly Installed[], eventsEach: number): Promise<void> {
  await Promise.all(
    to.map(async ({ installationId }) => {
      for (let n = 0; n < eventsEach; n += 1) await harness.appendEvent(installationId, `key-${n}`);
    }),
  );
  for (const { installationId } of to) worker.notify(installationId);
}
const callsTo = (endpoints: readonly Installed[]): number =>
  endpoints.reduce((sum, { plugin }) => sum + plugin.callsTo(EVENTS).length, 0);

describe('endpoints that never respond', () => {
  it('hold at most half of the slots, one each, and healthy endpoints receive everything meanwhile', async () => {
    const [healthy, blackHoles] = [await install(5), await install(20)];
    await send(healthy, 1);
    await eventually(() => callsTo(healthy) === 5);
    for (const { plugin } of blackHoles) plugin.respond(EVENTS, responses.hang());
    await send(blackHoles, 4);
    await eventually(() => callsTo(blackHoles) >= SLOTS / 2);
    await send(healthy, 20);
    await eventually(() => callsTo(healthy) === 5 * 21);
    expect(callsTo(blackHoles)).toBe(SLOTS / 2);
    expect(Math.max(...blackHoles.map(({ plugin }) => plugin.callsTo(EVENTS).length))).toBe(1);
  });

  it('leave slots to endpoints that were never called before', async () => {
    const [healthy, blackHoles] = [await install(3), await install(20)];
    for (const { plugin } of blackHoles) plugin.respond(EVENTS, responses.reset(), responses.hang());
    await send(blackHoles, 1);
    await eventually(async () => (await harness.circuitStore.load('event')).size === 20);
    harness.advanceClock(6_000);
    for (const { installationId } of blackHoles) worker.notify(installationId);
    await eventually(() => callsTo(blackHoles) > 20);
    await send(healthy, 10);
    await eventually(() => callsTo(healthy) === 30);
    expect(callsTo(blackHoles)).toBe(20 + (SLOTS * 3) / 8);
  });

  it('hold few slots even if they had proved to be quick and stop responding at the same time', async () => {
    const [healthy, dying] = [await install(2), await install(8)];
    await send([...healthy, ...dying], 10);
    await eventually(() => callsTo(healthy) === 20 && callsTo(dying) === 80);
    for (const { plugin } of dying) plugin.respond(EVENTS, responses.hang());
    await send(dying, 10);
    await eventually(() => callsTo(dying) >= 88);
    await send(healthy, 10);
    await eventually(() => callsTo(healthy) === 40);
    expect(callsTo(dying) - 80).toBeLessThan(SLOTS);
  });
});

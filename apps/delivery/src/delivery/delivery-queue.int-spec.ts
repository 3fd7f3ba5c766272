import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rebuild } from '@kushk/event-store';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import { DeliveryWorkerHarness } from '../../test/delivery-worker-harness.js';
import { deliveryStore } from '../store.module.js';

let database: FreshDatabase;
let harness: DeliveryWorkerHarness;

beforeAll(async () => {
  database = await freshDatabase('delivery');
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  harness = await DeliveryWorkerHarness.on(database.url);
});
afterEach(async () => {
  await harness.close();
});

describe('the delivery queue', () => {
  it('ignores the result of a worker whose lease has expired', async () => {
    const { installationId } = await harness.installPlugin();
    const eventId = await harness.appendEvent(installationId, 'inv-1');
    const requests = [{ installationId, limit: 4, ignoreDueTime: false }];
    const at = harness.now();
    const [late] = await harness.queue.claim('event', requests, {
      now: new Date(at),
      from: new Date(at),
      until: new Date(at + 1_000),
    });
    expect(
      await harness.queue.claim('event', requests, {
        now: new Date(at + 999),
        from: new Date(at + 999),
        until: new Date(at + 5_000),
      }),
    ).toEqual([]);
    const [next] = await harness.queue.claim('event', requests, {
      now: new Date(at + 1_001),
      from: new Date(at + 1_001),
      until: new Date(at + 30_000),
    });
    expect([late?.attempt, next?.attempt]).toEqual([1, 2]);
    const delivered = {
      deliveryId: eventId,
      installationId,
      version: '1.0.0',
      startedAt: new Date(at),
      endedAt: new Date(at),
      durationMs: 1,
      status: 200,
      error: null,
      response: null,
      outcome: null,
      delivered: true,
      dueAt: new Date(at),
      failures: 0,
      deadAt: null,
    };
    const policy = { attemptLimit: 4, failuresToOpen: 5 };
    const record = async (attempt: number): Promise<readonly string[]> => {
      return [...(await harness.attemptLog.record('event', [{ ...delivered, attempt }], policy)).leased];
    };
    expect(await record(1)).toEqual([]);
    expect(await harness.queued(installationId)).toHaveLength(1);
    expect(await record(2)).toEqual([eventId]);
    expect(await harness.queued(installationId)).toHaveLength(0);
  });
});

describe('a rebuild of the views', () => {
  it('recreates states and views from the log and does not change the delivery queue', async () => {
    const { installationId } = await harness.installPlugin();
    await harness.appendEvent(installationId, 'inv-1');
    const report = await rebuild({ ...deliveryStore, databaseUrl: database.url, mode: 'compare' });
    expect(report.differences).toEqual([]);
  });
});

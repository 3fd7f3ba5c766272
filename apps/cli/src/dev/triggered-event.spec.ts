import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { DeliveryResource } from '@kushk/contracts';
import { deliverNow, type TriggeredEvent } from './triggered-event.js';

const delivery = (id: string, more: object = {}): DeliveryResource =>
  ({ id, event_id: id, channel: 'event', status: 'waiting', attempt_count: 0, attempts: [], ...more }) as never;
const attempted = (id: string, status: number, attempts: number): DeliveryResource =>
  delivery(id, {
    status: status === 200 ? 'delivered' : 'waiting',
    attempt_count: attempts,
    attempts: [{ status }],
    waits_for: null,
  });

/** Triggers an event after `earlier`, which the plugin answers with `status` when it is sent again. */
async function triggerAfter(
  earlier: readonly DeliveryResource[],
  status: number,
  triggered: DeliveryResource,
): Promise<TriggeredEvent> {
  let list = [...earlier];
  const client = {
    deliveries: () => Promise.resolve(list),
    redeliver: (_installation: string, id: string) => {
      list = list.map((one) => (one.id === id ? attempted(id, status, one.attempt_count + 1) : one));
      return Promise.resolve();
    },
    triggerEvent: () => {
      list = [triggered, ...list];
      return Promise.resolve({ event_id: triggered.id, sequence: 2 });
    },
  };
  const event = { id: 'ins_1', type: 'plugin.ping', data: {} };
  return deliverNow(client, event, async (signal) => {
    list = list.map((one) => (one.waits_for === 'poll' ? { ...one, status: 'delivered', waits_for: null } : one));
    await pause(20, undefined, { signal }).catch(() => undefined);
  });
}

describe('an event that is triggered', () => {
  it('is held back by the earlier event that fails again', async () => {
    const result = await triggerAfter([attempted('evt_1', 500, 1)], 500, delivery('evt_2', { waits_for: null }));
    expect([result.heldBackBy?.id, result.delivery?.id]).toEqual(['evt_1', 'evt_2']);
  });

  it('is held back while the circuit is open, and is not sent out of its order', async () => {
    const waiting = delivery('evt_2', { waits_for: 'recovery' });
    const result = await triggerAfter([attempted('evt_1', 500, 5)], 500, waiting);
    expect([result.heldBackBy?.id, result.delivery?.attempt_count]).toEqual(['evt_1', 0]);
  });

  it('is not held back when it was sent, or when something else keeps it', async () => {
    const failing = attempted('evt_1', 500, 1);
    expect((await triggerAfter([failing], 500, attempted('evt_2', 200, 1))).heldBackBy).toBeNull();
    expect((await triggerAfter([failing], 500, delivery('evt_2', { waits_for: 'resume' }))).heldBackBy).toBeNull();
  });

  it('is waited for until a plugin that polls has read it', async () => {
    const result = await triggerAfter([], 200, delivery('evt_2', { waits_for: 'poll' }));
    expect([result.heldBackBy, result.delivery?.status]).toEqual([null, 'delivered']);
  });

  it('is sent at once when the circuit is still open after the plugin was repaired', async () => {
    const waiting = delivery('evt_2', { waits_for: 'recovery' });
    const result = await triggerAfter([attempted('evt_1', 500, 5)], 200, waiting);
    expect([result.heldBackBy, result.delivery?.status]).toEqual([null, 'delivered']);
  });
});

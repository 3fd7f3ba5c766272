import { commandHandler, respond } from '@kushk/broker';
import { delivery, type DeliveryResource } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { Deliveries } from '../list-deliveries/deliveries.view.js';

/**
 * Delivers an event again with the same id and body, even if it was delivered before or is a dead letter, or a
 * lifecycle call that the plugin has not accepted. Sends only this one: an open circuit and a stop after a 410 stay,
 * and other deliveries wait as before.
 */
export const RedeliverHandler = commandHandler(
  delivery.redeliver,
  { store: EventStore, deliveries: Deliveries, workers: DeliveryWorkers },
  async ({ organisation_id, installation_id, event_id }, { store, deliveries, workers }, { idempotency }) => {
    const stored = await store.findReply<DeliveryResource>(idempotency);
    if (stored !== null) return stored;
    const refusal = await deliveries.refusalToPush(installation_id, organisation_id, event_id);
    if (refusal !== null) return refusal;
    if (!(await workers.redeliver(installation_id, event_id))) return refuse('delivery.not_found');
    const queued = await deliveries.find(installation_id, event_id);
    if (queued === null) return refuse('delivery.not_found');
    await store.storeReply(idempotency, queued);
    return respond(queued);
  },
);

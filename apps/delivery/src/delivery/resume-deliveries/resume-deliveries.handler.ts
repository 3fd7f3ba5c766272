import { commandHandler, respond } from '@kushk/broker';
import { delivery, type ReplyOf } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Health } from '../../endpoint/get-health/health.view.js';
import { Resumptions } from './resumptions.view.js';

type Reply = ReplyOf<typeof delivery.resumeDeliveries>;

/** Ends a stop after a 410, closes open circuits and sends what waits, in all delivery processes. */
export const ResumeDeliveriesHandler = commandHandler(
  delivery.resumeDeliveries,
  { store: EventStore, resumptions: Resumptions, health: Health },
  async (request, { store, resumptions, health }, { idempotency }) => {
    const stored = await store.findReply<Reply>(idempotency);
    if (stored !== null) return stored;
    const { organisation_id, installation_id } = request;
    if (!(await resumptions.resumeOf(organisation_id, installation_id, now()))) return refuse('installation.not_found');
    const reply = await health.of(installation_id);
    await store.storeReply(idempotency, reply);
    return respond(reply);
  },
);

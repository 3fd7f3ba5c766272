import { commandHandler } from '@kushk/broker';
import { delivery } from '@kushk/contracts';
import { refuse, streamRef } from '@kushk/decider';
import { CONFIG, newId, now } from '@kushk/runtime';
import { endpointStream } from '../../endpoint/endpoint.js';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { feedStream, type NewEvent } from '../feed.js';
import { appendTestEvent } from './append-test-event.js';

/** In production, events come only from what happened. */
export const AppendTestEventHandler = commandHandler(
  delivery.appendTestEvent,
  { workers: DeliveryWorkers, config: CONFIG },
  async ({ organisation_id, installation_id, type, data }, { workers, config }, { run }) => {
    if (config.environment === 'production') return refuse('installation.not_found');
    // The gateway has checked the data against the type, which the compiler cannot see.
    const event = {
      eventId: newId('evt'),
      installationId: installation_id,
      eventType: type,
      createdAt: now().toISOString(),
      data,
    } as unknown as NewEvent;
    const outcome = await run({
      name: 'AppendTestEvent',
      streams: {
        endpoint: streamRef(endpointStream, installation_id),
        feed: streamRef(feedStream, installation_id),
      },
      command: { organisationId: organisation_id, event },
      decide: (command, states) => appendTestEvent(command, states),
    });
    if (outcome.accepted) workers.notify(installation_id);
    return outcome;
  },
);

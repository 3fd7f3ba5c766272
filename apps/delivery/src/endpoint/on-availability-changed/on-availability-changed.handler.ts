import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { newId, now } from '@kushk/runtime';
import { Resumptions } from '../../delivery/resume-deliveries/resumptions.view.js';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { feedStream } from '../../feed/feed.js';
import { endpointStream } from '../endpoint.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { changeAvailability } from './change-availability.js';

export const OnAvailabilityChangedHandler = reactionHandler(
  installationFacts.availabilityChanged,
  { reaction, needs: { workers: DeliveryWorkers, resumptions: Resumptions } },
  async (data, { workers, resumptions }, { run }) => {
    const installationId = data.installation_id;
    const outcome = await run({
      name: 'ChangeAvailability',
      streams: { endpoint: streamRef(endpointStream, installationId), feed: streamRef(feedStream, installationId) },
      command: {
        installationId,
        availability: data.status,
        callsAllowed: data.callable,
        eventId: newId('evt'),
        at: now().toISOString(),
      },
      decide: (command, states) => changeAvailability(states, command),
    });
    // Only an admin ends a stop after a 410 (docs/reference/delivery.md): the end of a suspension does not.
    if (outcome.accepted && outcome.reply.pauseEnded) await resumptions.resume(installationId, now());
    workers.notify(installationId);
  },
);

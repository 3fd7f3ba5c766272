import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { newId, now } from '@kushk/runtime';
import { CancelledCalls } from '../../delivery/cancelled-calls.view.js';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { endpointStream } from '../endpoint.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { queueInstalled } from './queue-installed.js';

export const OnCredentialsReleasedHandler = reactionHandler(
  installationFacts.credentialsReleased,
  { reaction, needs: { workers: DeliveryWorkers, cancelledCalls: CancelledCalls } },
  async (data, { workers, cancelledCalls }, { run }) => {
    await run({
      name: 'QueueInstalled',
      stream: streamRef(endpointStream, data.installation_id),
      command: {
        installationId: data.installation_id,
        deliveryId: newId('cal'),
        sealedBody: data.sealed_lifecycle,
        at: now().toISOString(),
      },
      decide: (command, endpoint) => queueInstalled(endpoint, command),
    });
    // A version that replaces one which did not accept its first credentials gets them in a call of its own.
    await cancelledCalls.delete(data.installation_id, now());
    workers.notify(data.installation_id);
  },
);

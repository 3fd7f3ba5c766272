import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { newId, now } from '@kushk/runtime';
import { Resumptions } from '../../delivery/resume-deliveries/resumptions.view.js';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { endpointStream } from '../endpoint.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { removeEndpoint } from './remove-endpoint.js';

export const OnInstallationRemovedHandler = reactionHandler(
  installationFacts.installationRemoved,
  { reaction, needs: { workers: DeliveryWorkers, resumptions: Resumptions } },
  async (data, { workers, resumptions }, { run }) => {
    await run({
      name: 'RemoveEndpoint',
      stream: streamRef(endpointStream, data.installation_id),
      command: { installationId: data.installation_id, deliveryId: newId('cal'), at: now().toISOString() },
      decide: (command, endpoint) => removeEndpoint(endpoint, command),
    });
    // The plugin may have stopped earlier calls with 410; it still receives `removed` once.
    await resumptions.resume(data.installation_id, now());
    workers.notify(data.installation_id);
  },
);

import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { newId, now } from '@kushk/runtime';
import { CancelledCalls } from '../../delivery/cancelled-calls.view.js';
import { Resumptions } from '../../delivery/resume-deliveries/resumptions.view.js';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { endpointStream } from '../endpoint.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { queueInstalled } from '../on-credentials-released/queue-installed.js';

/**
 * An admin reconnected the plugin. The new secret signs at once, and events wait until the plugin has accepted it. A
 * stop after a 410 ends, because the admin asks for the plugin to be called.
 */
export const OnCredentialsReplacedHandler = reactionHandler(
  installationFacts.credentialsReplaced,
  { reaction, needs: { workers: DeliveryWorkers, cancelledCalls: CancelledCalls, resumptions: Resumptions } },
  async (data, { workers, cancelledCalls, resumptions }, { run }) => {
    const { installation_id: installationId, sealed_lifecycle, sealed_signing_secret, generation } = data;
    await run({
      name: 'QueueReconnect',
      stream: streamRef(endpointStream, installationId),
      command: {
        installationId,
        deliveryId: newId('cal'),
        sealedBody: sealed_lifecycle,
        replacingSecret: sealed_signing_secret,
        generation,
        at: now().toISOString(),
      },
      decide: (command, endpoint) => queueInstalled(endpoint, command),
    });
    await resumptions.resume(installationId, now());
    await cancelledCalls.delete(installationId, now());
    workers.notify(installationId);
  },
);

import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { newId, now } from '@kushk/runtime';
import { CancelledCalls } from '../../delivery/cancelled-calls.view.js';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { endpointStream } from '../endpoint.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { queueInstalled } from '../on-credentials-released/queue-installed.js';

/**
 * An admin renewed the credentials. The `installed` call delivers them; the old secret signs until the plugin accepts
 * the call.
 */
export const OnCredentialsRenewedHandler = reactionHandler(
  installationFacts.credentialsRenewed,
  { reaction, needs: { workers: DeliveryWorkers, cancelledCalls: CancelledCalls } },
  async (data, { workers, cancelledCalls }, { run }) => {
    await run({
      name: 'QueueRenewedInstalled',
      stream: streamRef(endpointStream, data.installation_id),
      command: {
        installationId: data.installation_id,
        deliveryId: newId('cal'),
        sealedBody: data.sealed_lifecycle,
        nextSealedSecret: data.sealed_signing_secret,
        ...(data.version !== null && { version: data.version }),
        at: now().toISOString(),
      },
      decide: (command, endpoint) => queueInstalled(endpoint, command),
    });
    await cancelledCalls.delete(data.installation_id, now());
    workers.notify(data.installation_id);
  },
);

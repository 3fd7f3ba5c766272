import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { CancelledCalls } from '../../delivery/cancelled-calls.view.js';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { endpointStream } from '../endpoint.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { recordHandover } from './record-handover.js';

/**
 * Usually the installation service publishes this fact because of the delivery service's own `installedAnswered`, so
 * nothing changes. The fact is new information only when an admin has read the credentials.
 */
export const OnInstallationInstalledHandler = reactionHandler(
  installationFacts.installationInstalled,
  { reaction, needs: { workers: DeliveryWorkers, cancelledCalls: CancelledCalls } },
  async (data, { workers, cancelledCalls }, { run }) => {
    const at = now().toISOString();
    await run({
      name: 'RecordHandover',
      stream: streamRef(endpointStream, data.installation_id),
      command: at,
      decide: (command, endpoint) => recordHandover(endpoint, command),
    });
    await cancelledCalls.delete(data.installation_id, now());
    workers.notify(data.installation_id);
  },
);

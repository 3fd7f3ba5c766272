import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { ReconcilerWorker } from '../../reconciling/reconciler.worker.js';
import { containerStream } from '../container.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { changeAvailability } from './change-availability.js';

export const OnAvailabilityChangedHandler = reactionHandler(
  installationFacts.availabilityChanged,
  { reaction, needs: { reconciler: ReconcilerWorker } },
  async (data, { reconciler }, { run }) => {
    await run({
      name: 'ChangeContainerAvailability',
      stream: streamRef(containerStream, data.installation_id),
      command: { isAllowed: data.callable, at: now().toISOString() },
      decide: (command, container) => changeAvailability(container, command),
    });
    reconciler.notify();
  },
);

import { reactionHandler } from '@kushk/broker';
import { deliveryFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { ReconcilerWorker } from '../../reconciling/reconciler.worker.js';
import { containerStream } from '../container.js';
import { deliveryReaction as reaction } from '../delivery-reaction.js';
import { endRemoval } from './end-removal.js';

export const OnRemovedAnsweredHandler = reactionHandler(
  deliveryFacts.removedAnswered,
  { reaction, needs: { reconciler: ReconcilerWorker } },
  async (data, { reconciler }, { run }) => {
    await run({
      name: 'EndRemoval',
      stream: streamRef(containerStream, data.installation_id),
      command: { installationId: data.installation_id, at: now().toISOString() },
      decide: (command, container) => endRemoval(container, command),
    });
    reconciler.notify();
  },
);

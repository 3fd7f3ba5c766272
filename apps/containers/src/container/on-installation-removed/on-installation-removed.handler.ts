import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { ReconcilerWorker } from '../../reconciling/reconciler.worker.js';
import { containerStream } from '../container.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { abandonContainer } from './abandon-container.js';

export const OnInstallationRemovedHandler = reactionHandler(
  installationFacts.installationRemoved,
  { reaction, needs: { reconciler: ReconcilerWorker } },
  async (data, { reconciler }, { run }) => {
    await run({
      name: 'AbandonContainer',
      stream: streamRef(containerStream, data.installation_id),
      command: { at: now().toISOString() },
      decide: (command, container) => abandonContainer(container, command),
    });
    reconciler.notify();
  },
);

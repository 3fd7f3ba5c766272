import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { base32, now } from '@kushk/runtime';
import { randomBytes } from 'node:crypto';
import { ReconcilerWorker } from '../../reconciling/reconciler.worker.js';
import { containerStream } from '../container.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { changeVersion } from './change-version.js';

export const OnCapabilitiesChangedHandler = reactionHandler(
  installationFacts.capabilitiesChanged,
  { reaction, needs: { reconciler: ReconcilerWorker } },
  async (data, { reconciler }, { run }) => {
    const { container, version } = data.capabilities;
    await run({
      name: 'ChangeVersion',
      stream: streamRef(containerStream, data.installation_id),
      command: {
        organisationId: data.organisation_id,
        pluginId: data.plugin_id,
        label: base32(randomBytes(16)),
        spec: container === undefined ? null : { ...container, version },
        at: now().toISOString(),
      },
      decide: (command, container) => changeVersion(container, command),
    });
    reconciler.notify();
  },
);

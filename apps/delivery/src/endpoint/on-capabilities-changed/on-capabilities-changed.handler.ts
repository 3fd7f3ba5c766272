import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { newId, now } from '@kushk/runtime';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { feedStream } from '../../feed/feed.js';
import { capabilitiesFromWire } from '../capabilities.js';
import { endpointStream } from '../endpoint.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { changeCapabilities } from './change-capabilities.js';

export const OnCapabilitiesChangedHandler = reactionHandler(
  installationFacts.capabilitiesChanged,
  { reaction, needs: { workers: DeliveryWorkers } },
  async (data, { workers }, { run }) => {
    const installationId = data.installation_id;
    const eventIds = [newId('evt'), newId('evt')] as const;
    await run({
      name: 'ChangeCapabilities',
      streams: { endpoint: streamRef(endpointStream, installationId), feed: streamRef(feedStream, installationId) },
      command: {
        installationId,
        capabilities: capabilitiesFromWire(data.capabilities),
        eventIds,
        at: now().toISOString(),
      },
      decide: (command, states) => changeCapabilities(states, command),
    });
    workers.notify(installationId);
  },
);

import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { newId, now } from '@kushk/runtime';
import { Resumptions } from '../../delivery/resume-deliveries/resumptions.view.js';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { feedStream } from '../../feed/feed.js';
import { capabilitiesFromWire } from '../capabilities.js';
import { endpointStream } from '../endpoint.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { changeCapabilities } from './change-capabilities.js';

export const OnCapabilitiesChangedHandler = reactionHandler(
  installationFacts.capabilitiesChanged,
  { reaction, needs: { workers: DeliveryWorkers, resumptions: Resumptions } },
  async (data, { workers, resumptions }, { run }) => {
    const installationId = data.installation_id;
    const eventIds = [newId('evt'), newId('evt')] as const;
    const outcome = await run({
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
    // What failed or stopped the pushes before says nothing about those that follow.
    if (outcome.accepted && outcome.reply.isElsewhere) await resumptions.resume(installationId, now());
    workers.notify(installationId);
  },
);

import { reactionHandler } from '@kushk/broker';
import { containerFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { containerReaction as reaction } from '../container-reaction.js';
import { endpointStream } from '../endpoint.js';
import { reachContainer } from './reach-container.js';

export const OnContainerListeningHandler = reactionHandler(
  containerFacts.containerListening,
  { reaction, needs: { workers: DeliveryWorkers } },
  async (data, { workers }, { run }) => {
    const { installation_id: installationId, version, base_url: baseUrl, address, is_update: isUpdate, at } = data;
    await run({
      name: 'ReachContainer',
      stream: streamRef(endpointStream, installationId),
      command: { installationId, version, baseUrl, address, ...(isUpdate && { isUpdate }), at },
      decide: (command, endpoint) => reachContainer(endpoint, command),
    });
    workers.notify(installationId);
  },
);

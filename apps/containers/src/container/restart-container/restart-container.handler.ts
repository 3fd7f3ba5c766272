import { commandHandler, respond } from '@kushk/broker';
import { containers } from '@kushk/contracts';
import { refuse, streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { ReconcilerWorker } from '../../reconciling/reconciler.worker.js';
import { ContainerResources } from '../container-resources.js';
import { containerStream } from '../container.js';
import { restartContainer } from './restart-container.js';

export const RestartContainerHandler = commandHandler(
  containers.restartContainer,
  { resources: ContainerResources, reconciler: ReconcilerWorker },
  async (request, { resources, reconciler }, { run }) => {
    const { organisation_id, installation_id, by } = request;
    const outcome = await run({
      name: 'RestartContainer',
      stream: streamRef(containerStream, installation_id),
      command: { organisationId: organisation_id, by, at: now().toISOString() },
      decide: (command, container) => restartContainer(container, command),
    });
    if (!outcome.accepted) return outcome;
    reconciler.notify();
    const resource = await resources.find(organisation_id, installation_id);
    return resource === null ? refuse('installation.not_found') : respond(resource);
  },
);

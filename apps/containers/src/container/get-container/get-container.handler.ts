import { queryHandler, respond } from '@kushk/broker';
import { containers } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { ContainerResources } from '../container-resources.js';

export const GetContainerHandler = queryHandler(
  containers.getContainer,
  { resources: ContainerResources },
  async (request, { resources }) => {
    const resource = await resources.find(request.organisation_id, request.installation_id);
    return resource === null ? refuse('installation.not_found') : respond(resource);
  },
);

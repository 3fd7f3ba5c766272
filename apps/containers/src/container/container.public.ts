/** Maps the facts of a container to the facts that the service publishes. */
import { CONTAINER_DOMAIN, containerFacts } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { asPublicFact, publicationOf } from '@kushk/event-store';
import { containerStream } from './container.js';

export const containerPublic = publicationOf(containerStream, (fact) => {
  switch (fact.type) {
    case 'VersionGivenUp':
      return asPublicFact(containerFacts.versionFailed, { installation_id: fact.id, ...fact.data });
    case 'ContainerReached': {
      const { servedVersion, version, label, port, address, isUpdate, at } = fact.data;
      return asPublicFact(containerFacts.containerListening, {
        installation_id: fact.id,
        version: servedVersion,
        running_version: version,
        base_url: `http://${label}.${CONTAINER_DOMAIN}:${port}`,
        address,
        is_update: isUpdate,
        at,
      });
    }
    case 'ContainerRequested':
    case 'RestartRequested':
    case 'ContainerAllowed':
    case 'ContainerForbidden':
    case 'VersionRequested':
    case 'VersionConfirmed':
    case 'ContainerAbandoned':
    case 'RemovalAnswered':
    case 'ContainerDeleted':
      return null;
    default:
      return unreachable(fact);
  }
});

/** Maps the facts of a container to the facts that the service publishes. */
import { CONTAINER_DOMAIN, containerFacts } from '@kushk/contracts';
import { asPublicFact, publicationOf } from '@kushk/event-store';
import { containerStream } from './container.js';

export const containerPublic = publicationOf(containerStream, (fact) => {
  if (fact.type === 'VersionGivenUp')
    return asPublicFact(containerFacts.versionFailed, { installation_id: fact.id, ...fact.data });
  if (fact.type !== 'ContainerReached') return null;
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
});

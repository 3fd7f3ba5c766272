/** Which facts of an endpoint leave the service, and as what. */
import { deliveryFacts } from '@kushk/contracts';
import { publicationOf, asPublicFact } from '@kushk/event-store';
import { endpointStream } from './endpoint.js';

export const endpointPublic = publicationOf(endpointStream, (fact) => {
  if (fact.type !== 'InstalledAnswered') return null;
  return asPublicFact(deliveryFacts.installedAnswered, { installation_id: fact.id, at: fact.data.at });
});

/** Maps the facts of an endpoint to the facts that the service publishes. */
import { deliveryFacts } from '@kushk/contracts';
import { publicationOf, asPublicFact } from '@kushk/event-store';
import { endpointStream } from './endpoint.js';

export const endpointPublic = publicationOf(endpointStream, (fact) => {
  if (fact.type !== 'InstalledAnswered') return null;
  return asPublicFact(deliveryFacts.installedAnswered, { installation_id: fact.id, at: fact.data.at });
});

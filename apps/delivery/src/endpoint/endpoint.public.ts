/** Maps the facts of an endpoint to the facts that the service publishes. */
import { deliveryFacts } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { publicationOf, asPublicFact } from '@kushk/event-store';
import { endpointStream } from './endpoint.js';

export const endpointPublic = publicationOf(endpointStream, (fact) => {
  switch (fact.type) {
    case 'InstalledAnswered': {
      const { version = null, generation = 0, at } = fact.data;
      return asPublicFact(deliveryFacts.installedAnswered, { installation_id: fact.id, version, generation, at });
    }
    case 'InstalledAbandoned':
      return asPublicFact(deliveryFacts.installedAbandoned, { installation_id: fact.id, ...fact.data });
    case 'RemovedAnswered':
      return asPublicFact(deliveryFacts.removedAnswered, { installation_id: fact.id, ...fact.data });
    case 'HealthReported':
      return asPublicFact(deliveryFacts.healthReported, { installation_id: fact.id, ...fact.data });
    case 'MoveStarted':
    case 'EndpointRegistered':
    case 'LifecycleCallQueued':
    case 'CredentialsIssued':
    case 'CredentialsHandedOver':
    case 'AvailabilityChanged':
    case 'ContainerReached':
    case 'CapabilitiesChanged':
    case 'SecretRotated':
    case 'EndpointRemoved':
      return null;
    default:
      return unreachable(fact);
  }
});

/** The facts of a hold that the service publishes. */
import { walletFacts } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { publicationOf, asPublicFact } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { holdStream } from './hold.js';

export const holdPublic = publicationOf(
  holdStream,
  (fact) => {
    switch (fact.type) {
      case 'HoldExpired': {
        const { installationId, organisationId, holdId, service, releasedMicroMu, at } = fact.data;
        return asPublicFact(walletFacts.holdExpired, {
          installation_id: installationId,
          organisation_id: organisationId,
          hold_id: holdId,
          service,
          released: formatMu(BigInt(releasedMicroMu)),
          at,
        });
      }
      default:
        return unreachable(fact.type);
    }
  },
  ['HoldExpired'],
);

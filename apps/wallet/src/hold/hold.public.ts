/** The facts of a hold that the service publishes. */
import { walletFacts } from '@kushk/contracts';
import { publicationOf, asPublicFact } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { holdStream } from './hold.js';

export const holdPublic = publicationOf(
  holdStream,
  (fact) => {
    const { installationId, organisationId, holdId, service, releasedMicroMu, at } = fact.data;
    const released = formatMu(BigInt(releasedMicroMu));
    return asPublicFact(walletFacts.holdExpired, {
      installation_id: installationId,
      organisation_id: organisationId,
      hold_id: holdId,
      service,
      released,
      at,
    });
  },
  ['HoldExpired'],
);

/** Which facts of a hold leave the service, and as what. */
import { walletFacts } from '@kushk/contracts';
import { publishes, say } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { holdStream } from './hold.js';

export const holdPublic = publishes(holdStream, (fact) => {
  if (fact.type !== 'HoldExpired') return null;
  const { installationId, organisationId, holdId, service, releasedMicroMu, at } = fact.data;
  const released = formatMu(BigInt(releasedMicroMu));
  return say(walletFacts.holdExpired, {
    installation_id: installationId,
    organisation_id: organisationId,
    hold_id: holdId,
    service,
    released,
    at,
  });
});

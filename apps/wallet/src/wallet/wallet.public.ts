/** The facts of a wallet that the service publishes. */
import { walletFacts } from '@kushk/contracts';
import { publicationOf, asPublicFact } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { walletStream } from './wallet-stream.js';

export const walletPublic = publicationOf(walletStream, (fact) => {
  switch (fact.type) {
    case 'WalletOpened': {
      const { installationId, organisationId, at } = fact.data;
      return asPublicFact(walletFacts.walletOpened, {
        installation_id: installationId,
        organisation_id: organisationId,
        at,
      });
    }
    case 'BalanceLow': {
      const { installationId, organisationId, availableMicroMu, thresholdMicroMu, at } = fact.data;
      const [available, threshold] = [formatMu(BigInt(availableMicroMu)), formatMu(BigInt(thresholdMicroMu))];
      return asPublicFact(walletFacts.balanceLow, {
        installation_id: installationId,
        organisation_id: organisationId,
        available,
        threshold,
        at,
      });
    }
    default:
      return null;
  }
});

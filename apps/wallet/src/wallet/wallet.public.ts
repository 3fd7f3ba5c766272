/** Which facts of a wallet leave the service, and as what. */
import { walletFacts } from '@kushk/contracts';
import { publishes, say } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { walletStream } from './wallet.js';

export const walletPublic = publishes(walletStream, (fact) => {
  switch (fact.type) {
    case 'WalletOpened': {
      const { installationId, organisationId, at } = fact.data;
      return say(walletFacts.walletOpened, { installation_id: installationId, organisation_id: organisationId, at });
    }
    case 'WalletRanLow': {
      const { installationId, organisationId, availableMicroMu, thresholdMicroMu, at } = fact.data;
      const [available, threshold] = [formatMu(BigInt(availableMicroMu)), formatMu(BigInt(thresholdMicroMu))];
      return say(walletFacts.walletRanLow, {
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

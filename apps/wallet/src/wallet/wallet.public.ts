/** The facts of a wallet that the service publishes. */
import { walletFacts } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { publicationOf, asPublicFact } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { walletStream } from './wallet-stream.js';

export const walletPublic = publicationOf(
  walletStream,
  (fact) => {
    const { installationId, organisationId, at } = fact.data;
    const common = { installation_id: installationId, organisation_id: organisationId, at };
    switch (fact.type) {
      case 'WalletOpened':
        return asPublicFact(walletFacts.walletOpened, common);
      case 'BalanceLow': {
        const { availableMicroMu, thresholdMicroMu } = fact.data;
        const [available, threshold] = [formatMu(BigInt(availableMicroMu)), formatMu(BigInt(thresholdMicroMu))];
        return asPublicFact(walletFacts.balanceLow, { ...common, available, threshold });
      }
      case 'BudgetReached': {
        const { service, month, budgetMicroMu, usedMicroMu } = fact.data;
        const limit = BigInt(budgetMicroMu);
        const [budget, left] = [formatMu(limit), formatMu(limit - BigInt(usedMicroMu))];
        return asPublicFact(walletFacts.budgetReached, { ...common, service, month, budget, left });
      }
      case 'FreezeReported':
        return asPublicFact(walletFacts.walletFrozen, { ...common, by: fact.data.by });
      default:
        return unreachable(fact);
    }
  },
  ['WalletOpened', 'BalanceLow', 'BudgetReached', 'FreezeReported'],
);

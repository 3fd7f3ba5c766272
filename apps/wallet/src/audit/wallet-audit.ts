/** Which facts of the wallet are in the audit (docs/reference/audit.md). */
import { audited, auditedOfPeople, auditOf, notAudited, unaudited, type About, type AnyAudit } from '@kushk/audit';
import { formatMu } from '@kushk/manifest';
import { holdStream } from '../hold/hold.js';
import { priceListStream } from '../price-list/price-list.js';
import { remainderStream } from '../remainder/remainder.js';
import { reversalStream } from '../reversal/reversal.js';
import { walletStream } from '../wallet/wallet-stream.js';
import type { ExistingWallet } from '../wallet/wallet.js';

const OF_INSTALLATION = 'the installation service has it';
const OF_LEDGER = 'a movement that the ledger has';

function aboutWallet({ installationId, organisationId }: ExistingWallet): About {
  return { subject: { type: 'wallet', id: installationId, name: null }, organisationId, installationId };
}
const mu = (microMu: string): string => formatMu(BigInt(microMu));
const muOrNull = (microMu: string | null): string | null => (microMu === null ? null : mu(microMu));

export const walletAudits: readonly AnyAudit[] = [
  auditOf(walletStream, {
    about: (wallet) => (wallet.status === 'absent' ? null : aboutWallet(wallet)),
    facts: {
      WalletOpened: notAudited(OF_INSTALLATION),
      PricesChanged: notAudited(OF_INSTALLATION),
      PlanChosen: notAudited(OF_INSTALLATION),
      MuGranted: audited('wallet.granted', ({ data: { kind, amountMicroMu, reference, note } }) => ({
        details: { kind, mu: mu(amountMicroMu), reference, note },
      })),
      MuRevoked: audited('wallet.revoked', ({ data: { kind, amountMicroMu, reason } }) => ({
        details: { kind, mu: mu(amountMicroMu), reason },
      })),
      MuReversed: audited('wallet.reversed', ({ data: { entryId, service, count, amountMicroMu, reason } }) => ({
        details: { entry_id: entryId, service, count, mu: mu(amountMicroMu), reason },
      })),
      MuCarriedIn: notAudited(OF_LEDGER),
      MuCarriedOut: notAudited(OF_LEDGER),
      WalletFrozen: audited('wallet.frozen', ({ data: { reason } }) => ({ details: { reason } })),
      WalletUnfrozen: audited('wallet.unfrozen'),
      BudgetSet: audited('wallet.budget_set', ({ data: { monthly, services } }) => ({
        details: {
          monthly: muOrNull(monthly),
          services: Object.fromEntries(Object.entries(services).map(([service, limit]) => [service, mu(limit)])),
        },
      })),
      ThresholdSet: audited('wallet.threshold_set', ({ data: { thresholdMicroMu } }) => ({
        details: { mu: muOrNull(thresholdMicroMu) },
      })),
      LimitsCarriedIn: notAudited('wallet.budget_set and wallet.threshold_set of the removed installation have them'),
      MuHeld: notAudited(OF_LEDGER),
      HeldMuReturned: notAudited(OF_LEDGER),
      MuConsumed: auditedOfPeople('wallet.consumed', ({ data: { service, count, amountMicroMu } }) => ({
        details: { service, count, mu: mu(amountMicroMu) },
      })),
      BalanceLow: notAudited('the plugin gets an event'),
      BudgetReached: notAudited('a charge causes it, and the entries have the charge'),
      FreezeReported: notAudited('wallet.frozen has it'),
      WalletClosed: notAudited(OF_INSTALLATION),
    },
  }),
  unaudited(holdStream, {
    HoldPlaced: OF_LEDGER,
    HoldSettled: 'wallet.consumed has what it charged',
    HoldReleased: OF_LEDGER,
    HoldExpired: OF_LEDGER,
  }),
  unaudited(reversalStream, { ConsumptionReversed: 'wallet.reversed has it' }),
  unaudited(remainderStream, {
    InstallationOpened: OF_INSTALLATION,
    InstallationRemoved: OF_INSTALLATION,
    RemainderTaken: OF_LEDGER,
  }),
  unaudited(priceListStream, { PriceListSet: OF_INSTALLATION }),
];

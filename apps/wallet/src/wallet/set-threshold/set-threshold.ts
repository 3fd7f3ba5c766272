import { accept, refuse, type Decision } from '@kushk/decider';
import { parseMu } from '@kushk/manifest';
import { lowBalanceFacts } from '../charge.js';
import { allows, refusalOf } from '../status-rules.js';
import type { WalletFact } from '../wallet-facts.js';
import { isLow, type ExistingWallet, type Wallet } from '../wallet.js';

export interface SetThreshold {
  readonly organisationId: string;
  /** MU as a decimal string; null for the default, a tenth of everything that was ever added. */
  readonly mu: string | null;
  readonly by: string;
  readonly at: string;
}

/** Sets the balance below which the wallet is low. A balance that is below it already is reported at once. */
export function setThreshold(command: SetThreshold, wallet: Wallet): Decision<WalletFact[], ExistingWallet> {
  const { organisationId, mu, by, at } = command;
  if (wallet.status !== 'absent' && wallet.organisationId !== organisationId) return refuse('installation.not_found');
  if (!allows(wallet, 'administer')) return refusalOf(wallet, 'administer');
  const threshold = mu === null ? null : parseMu(mu);
  if (mu !== null && (threshold === null || threshold < 0n)) return refuse('wallet.amount_invalid', { mu });
  const thresholdMicroMu = threshold === null ? null : String(threshold);
  const changed = { ...wallet, thresholdMicroMu };
  const after = { ...changed, lowBalanceReported: wallet.lowBalanceReported && isLow(changed) };
  return accept(
    [{ type: 'ThresholdSet', data: { thresholdMicroMu, by, at } }, ...lowBalanceFacts(after, 0n, at)],
    after,
  );
}

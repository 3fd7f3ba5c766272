import { accept, type Decision } from '@kushk/decider';
import type { Remainder, RemainderFact } from '../../remainder/remainder.js';
import { limitsOf } from '../carry-in/limits.js';
import { allows } from '../status-rules.js';
import type { WalletFact } from '../wallet-facts.js';
import { freezeOf, remainingOf, type Wallet } from '../wallet.js';

export interface CloseWallet {
  /** The id of the entry that carries the remainder out. */
  readonly carriedId: string;
  readonly month: string;
  readonly at: string;
}
interface Closed {
  /** The installation of the same plugin that takes the remainder over; null while there is none. */
  readonly successor: string | null;
}

/**
 * Closes the wallet of a removed installation, so that no new holds and charges are possible. All holds end, and the
 * purchased MU that are left go to the next installation of the plugin, with a freeze and the limits. The
 * organisation can still read the totals.
 */
export function closeWallet(
  { carriedId, month, at }: CloseWallet,
  { wallet, remainder }: { wallet: Wallet; remainder: Remainder },
): Decision<{ wallet: WalletFact[]; remainder: RemainderFact[] }, Closed> {
  const { openInstallation } = remainder;
  const isSelf = wallet.status !== 'absent' && wallet.installationId === openInstallation;
  const reply = { successor: isSelf ? null : openInstallation };
  if (!allows(wallet, 'close')) return accept({ wallet: [], remainder: [] }, reply);
  const { totals, openHolds, installationId } = wallet;
  const facts: WalletFact[] = [];
  if (openHolds > 0) {
    const amountMicroMu = String(totals.held);
    facts.push({ type: 'HeldMuReturned', data: { holdId: null, amountMicroMu, reason: 'removal', month, at } });
  }
  const left = remainingOf(wallet).purchase;
  if (left > 0n) facts.push({ type: 'MuCarriedOut', data: { id: carriedId, amountMicroMu: String(left), month, at } });
  facts.push({ type: 'WalletClosed', data: { at } });
  const removed: RemainderFact = {
    type: 'InstallationRemoved',
    data: { installationId, leftMicroMu: String(left), frozen: freezeOf(wallet), limits: limitsOf(wallet), at },
  };
  return accept({ wallet: facts, remainder: [removed] }, reply);
}

import { accept, type Decision } from '@kushk/decider';
import { allows } from '../status-rules.js';
import type { Wallet, WalletFact } from '../wallet.js';

/**
 * Closes the wallet of a removed installation, so that no new holds and charges are possible. The organisation can
 * still read the totals.
 */
export function closeWallet(command: { readonly at: string }, wallet: Wallet): Decision<WalletFact[], null> {
  return accept(allows(wallet, 'close') ? [{ type: 'WalletClosed', data: command }] : [], null);
}

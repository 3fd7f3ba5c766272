import { accept, type Decision } from '@kushk/decider';
import { allows } from '../status-rules.js';
import type { Wallet, WalletFact } from '../wallet.js';

/** Ends holds and charges with the installation. The totals remain on record for the organisation. */
export function closeWallet(command: { readonly at: string }, wallet: Wallet): Decision<WalletFact[], null> {
  return accept(allows(wallet, 'close') ? [{ type: 'WalletClosed', data: command }] : [], null);
}

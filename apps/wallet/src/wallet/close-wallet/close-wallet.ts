import { accept, type Decision } from '@kushk/decider';
import type { Wallet, WalletFact } from '../wallet.js';

/** The installation is gone: nothing is held or charged any more. What is left stays on record with the organisation. */
export function closeWallet(command: { readonly at: string }, wallet: Wallet): Decision<WalletFact[], null> {
  return accept(wallet.status === 'open' ? [{ type: 'WalletClosed', data: command }] : [], null);
}

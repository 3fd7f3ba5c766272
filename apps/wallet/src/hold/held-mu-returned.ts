import type { WalletFact } from '../wallet/wallet-facts.js';
import type { ExistingWallet } from '../wallet/wallet.js';
import { reservedUse, type HoldTerms } from './hold.js';

interface HoldEnd {
  readonly reason: 'release' | 'expiry';
  readonly month: string;
  readonly at: string;
}

/** Returns the fact that gives the MU of an open hold back. Closing a wallet has returned those of all its holds. */
export function heldMuReturned(wallet: ExistingWallet, hold: HoldTerms, end: HoldEnd): WalletFact[] {
  const { holdId, amountMicroMu } = hold;
  if (wallet.status === 'closed') return [];
  return [{ type: 'HeldMuReturned', data: { ...reservedUse(hold), holdId, amountMicroMu, ...end } }];
}

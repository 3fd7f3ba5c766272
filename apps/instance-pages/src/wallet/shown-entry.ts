import type { WalletEntry, WalletTransaction } from './queries.js';

/** A row of the wallet: what happened, or a single entry of the ledger. */
export interface ShownEntry extends Pick<
  WalletEntry,
  'id' | 'at' | 'service' | 'count' | 'rate' | 'mu' | 'reference' | 'by' | 'available_after' | 'reversed_by'
> {
  readonly kind: WalletEntry['kind'] | WalletTransaction['kind'];
  readonly hold: WalletTransaction['hold'];
}

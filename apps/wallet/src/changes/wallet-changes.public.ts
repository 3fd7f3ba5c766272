/** Which lists of the instance API change with the facts of the wallet, and who may know. */
import { listChangesOf, noListChanges, type ListChanges } from '@kushk/event-store';
import { holdStream } from '../hold/hold.js';
import { priceListStream } from '../price-list/price-list.js';
import { remainderStream } from '../remainder/remainder.js';
import { reversalStream } from '../reversal/reversal.js';
import { walletStream } from '../wallet/wallet-stream.js';

export const walletChanges: readonly ListChanges[] = [
  listChangesOf(walletStream, (wallet) =>
    wallet.status === 'absent'
      ? []
      : [{ audience: `organisation:${wallet.organisationId}`, lists: ['wallet', 'audit'] }],
  ),
  ...noListChanges('the wallet has it', holdStream, priceListStream, reversalStream, remainderStream),
];

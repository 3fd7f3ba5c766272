import { pageHandler, respond } from '@kushk/broker';
import { encodeCursor, walletOverview } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { WalletTransactions } from '../transaction-list.view.js';

/** Lists the transactions of a wallet, newest first. A cursor is the sequence number of an entry. */
export const ListTransactionsHandler = pageHandler(
  walletOverview.transactions,
  { transactions: WalletTransactions },
  async (request, { transactions }, after) => {
    const before = after === null ? null : Number(after);
    if (before !== null && !Number.isSafeInteger(before)) return refuse('cursor.invalid');
    const found = await transactions.list(request, before);
    return respond({
      items: found.transactions,
      next_cursor: found.next === null ? null : encodeCursor(String(found.next)),
    });
  },
);

import { queryHandler, respond } from '@kushk/broker';
import { ENTRIES_PER_REQUEST, walletLedger } from '@kushk/contracts';
import { refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { walletStream } from '../../wallet/wallet-stream.js';
import { WalletEntries } from '../entry-list.view.js';

/** Lists the entries of a wallet, oldest or newest first. */
export const ListEntriesHandler = queryHandler(
  walletLedger.listEntries,
  { store: EventStore, entries: WalletEntries },
  async (request, { store, entries }) => {
    const { installation_id: installationId, order, kind, month } = request;
    const { state } = await store.load(streamRef(walletStream, installationId));
    if (state.status === 'absent') return refuse('wallet.not_found');
    const { sequence } = state.chain;
    let after: number | null = null;
    if (request.after !== null) {
      const entry = await entries.find(installationId, request.after);
      if (entry === null) return refuse('wallet.entry_not_found', { entry_id: request.after });
      after = Number(entry.sequence);
    }
    const upTo = Math.min(request.up_to ?? sequence, sequence);
    const limit = Math.min(request.limit, ENTRIES_PER_REQUEST);
    const found = await entries.list({ installationId, after, order, limit, kind, month, upTo });
    return respond({ items: found.entries, next_cursor: found.next, last_sequence: sequence });
  },
);

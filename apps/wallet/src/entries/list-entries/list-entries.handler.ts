import { respond } from '@kushk/broker';
import { ENTRIES_PER_REQUEST, walletLedger, type EntriesPage, type RequestOf } from '@kushk/contracts';
import { refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { walletStream } from '../../wallet/wallet-stream.js';
import { WalletEntries } from '../entry-list.view.js';

/** Lists the entries of a wallet, oldest or newest first. */
@Controller()
export class ListEntriesHandler {
  constructor(
    private readonly store: EventStore,
    private readonly entries: WalletEntries,
  ) {}

  @MessagePattern(walletLedger.listEntries.subject)
  async handle(request: RequestOf<typeof walletLedger.listEntries>): Promise<Outcome<EntriesPage>> {
    const { installation_id: installationId, order, kind, month } = request;
    const { state } = await this.store.load(streamRef(walletStream, installationId));
    if (state.status === 'absent') return refuse('wallet.not_found');
    const { sequence } = state.chain;
    let after: number | null = null;
    if (request.after !== null) {
      const entry = await this.entries.find(installationId, request.after);
      if (entry === null) return refuse('wallet.entry_not_found', { entry_id: request.after });
      after = Number(entry.sequence);
    }
    const upTo = Math.min(request.up_to ?? sequence, sequence);
    const limit = Math.min(request.limit, ENTRIES_PER_REQUEST);
    const found = await this.entries.list({ installationId, after, order, limit, kind, month, upTo });
    return respond({ items: found.entries, next_cursor: found.next, last_sequence: sequence });
  }
}

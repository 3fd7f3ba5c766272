/** The queue of wallets whose facts have no entries yet (`migrations/0004-entries.ts`), and what fills them in. */
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { WalletFact } from '../../wallet/wallet-facts.js';
import { walletStream } from '../../wallet/wallet-stream.js';
import type { Wallet } from '../../wallet/wallet.js';
import { isMovement } from '../entry.js';
import { entryRow, WalletEntryRow } from '../wallet-entries.view.js';

/** Facts that are read, and rows that are inserted, at a time. */
const CHUNK_FACTS = 5_000;
/** How long a process has for one chunk before another one may start over with the wallet. */
const CLAIM_TIME = '1 minute';

@Injectable()
export class EntryBackfills {
  constructor(@InjectRepository(WalletEntryRow) private readonly entries: Repository<WalletEntryRow>) {}

  /** Claims a wallet, so that several processes fill in different ones. Returns null when none is left. */
  async claim(at: Date): Promise<string | null> {
    const [rows] = await this.entries.query<[{ installation_id: string }[], number]>(
      `update entry_backfills set claimed_until = $1::timestamptz + $2::interval where installation_id = (
          select installation_id from entry_backfills where claimed_until is null or claimed_until <= $1
          order by installation_id limit 1 for update skip locked)
        returning installation_id`,
      [at, CLAIM_TIME],
    );
    return rows[0]?.installation_id ?? null;
  }

  /**
   * Inserts the missing entries of a claimed wallet in chunks, each in a short transaction, and returns the number of
   * facts. Entries that exist stay as they are. The wallet stays in the queue when it has got newer facts meanwhile.
   */
  async fill(installationId: string, mayContinue: () => boolean): Promise<number> {
    let wallet: Wallet = walletStream.initial;
    let version = 0;
    for (;;) {
      const facts = await this.factsAfter(installationId, version);
      const rows: WalletEntryRow[] = [];
      for (const fact of facts) {
        wallet = walletStream.evolve(wallet, fact);
        if (wallet.status !== 'absent' && isMovement(fact)) rows.push(entryRow(fact, wallet));
      }
      version += facts.length;
      await this.insert(installationId, rows);
      if (facts.length < CHUNK_FACTS) break;
      if (!mayContinue()) return version;
    }
    await this.entries.query('delete from entry_backfills where installation_id = $1 and version <= $2', [
      installationId,
      version,
    ]);
    return version;
  }

  private async factsAfter(installationId: string, version: number): Promise<WalletFact[]> {
    return await this.entries.query<WalletFact[]>(
      `select type, data from log_events where stream_id = $1 and version > $2 order by version limit ${CHUNK_FACTS}`,
      [`${walletStream.category}-${installationId}`, version],
    );
  }

  private async insert(installationId: string, rows: readonly WalletEntryRow[]): Promise<void> {
    await this.entries.query(
      `with kept as (
          update entry_backfills set claimed_until = now() + $3::interval where installation_id = $2)
        insert into wallet_entries select * from json_populate_recordset(null::wallet_entries, $1::json)
        on conflict do nothing`,
      [JSON.stringify(rows), installationId, CLAIM_TIME],
    );
  }
}

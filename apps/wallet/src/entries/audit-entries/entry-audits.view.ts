/** Reads what the audit of entries compares, and stores where it stands (`migrations/0005-entry-audit.ts`). */
import type { EntryKind } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { walletStream } from '../../wallet/wallet-stream.js';
import type { Wallet } from '../../wallet/wallet.js';
import { WalletEntryRow } from '../wallet-entries.view.js';
import type { AuditedEntry, AuditPosition } from './entry-audit.js';

/** Entries that one query reads. */
export const CHUNK_ENTRIES = 2_000;
/** How long a process has for one step before another one may continue. */
const CLAIM_TIME = '1 minute';

/** The position of a pass over all wallets. */
export interface PassPosition {
  /** The wallet that is audited, or was the last one. */
  readonly installationId: string;
  /** Null when the next wallet has not begun. */
  readonly position: AuditPosition | null;
}
export interface AuditedChunk {
  readonly wallet: Wallet;
  readonly entries: readonly AuditedEntry[];
  /** Whether an older version of the service has added facts that have no entries yet. */
  readonly isIncomplete: boolean;
}
type Row = Record<'id' | 'at' | 'kind' | 'by' | 'month' | 'hash' | 'mu' | 'gifted', string> &
  Record<'sequence' | 'available_after' | 'held_after', string> &
  Record<'service' | 'count' | 'rate' | 'hold_id' | 'reference' | 'previous_hash', string | null> & {
    readonly is_incomplete: boolean;
  };

@Injectable()
export class EntryAudits {
  constructor(
    private readonly store: EventStore,
    @InjectRepository(WalletEntryRow) private readonly rows: Repository<WalletEntryRow>,
  ) {}

  /** Returns the entries after a sequence number, and the state of the wallet, from one snapshot. */
  async chunk(installationId: string, after: number): Promise<AuditedChunk> {
    const text = `
      select id, at, kind, service, count::text, rate::text, mu::text, gifted::text, hold_id, reference, by, month,
        sequence::text, available_after::text, held_after::text, encode(previous_hash, 'hex') as previous_hash,
        encode(hash, 'hex') as hash
      from wallet_entries e where installation_id = $1 and sequence > $2 order by e.sequence limit ${CHUNK_ENTRIES}`;
    const incomplete = await this.isQueued(installationId);
    const { state, rows } = await this.store.loadWith<Wallet, never, Row>(streamRef(walletStream, installationId), {
      text,
      values: [installationId, after],
    });
    return { wallet: state, entries: rows.map(entryOf), isIncomplete: incomplete };
  }

  /** Returns the first wallet after this one in the order of ids, or null. */
  async walletAfter(installationId: string): Promise<string | null> {
    const prefix = `${walletStream.category}-`;
    const rows: { id: string }[] = await this.rows.query(
      `select substr(stream_id, $2) as id from log_streams where stream_id > $1 and starts_with(stream_id, $3)
       order by stream_id limit 1`,
      [prefix + installationId, prefix.length + 1, prefix],
    );
    return rows[0]?.id ?? null;
  }

  /**
   * Claims the pass for one step, and starts the next one when the last began before `restartBefore`. Returns null when
   * another process has claimed it, or nothing is to be done.
   */
  async claim(by: string, restartBefore: Date, at: Date): Promise<PassPosition | null> {
    const [rows] = await this.rows.query<
      [{ installation_id: string | null; position: AuditPosition | null }[], number]
    >(
      `update entry_audit set claimed_by = $1, claimed_until = $3::timestamptz + $4::interval,
         started_at = case when installation_id is null then $3 else started_at end,
         installation_id = coalesce(installation_id, '')
       where (claimed_by = $1 or claimed_until is null or claimed_until <= $3)
         and (installation_id is not null or started_at is null or started_at <= $2)
       returning installation_id, position`,
      [by, restartBefore, at, CLAIM_TIME],
    );
    const [row] = rows;
    return row === undefined ? null : { installationId: row.installation_id ?? '', position: row.position };
  }

  /** Stores the position of a claimed pass; null after the last wallet. */
  async save(by: string, pass: PassPosition | null): Promise<void> {
    const position = pass?.position ?? null;
    await this.rows.query(
      'update entry_audit set installation_id = $2, position = $3, claimed_until = null where claimed_by = $1',
      [by, pass?.installationId ?? null, position === null ? null : JSON.stringify(position)],
    );
  }

  private async isQueued(installationId: string): Promise<boolean> {
    const rows: unknown[] = await this.rows.query('select from entry_backfills where installation_id = $1', [
      installationId,
    ]);
    return rows.length > 0;
  }
}

function entryOf(row: Row): AuditedEntry {
  return {
    id: row.id,
    sequence: Number(row.sequence),
    at: new Date(row.at).toISOString(),
    kind: row.kind as EntryKind,
    service: row.service,
    count: row.count === null ? null : Number(row.count),
    rate: row.rate === null ? null : mu(row.rate),
    mu: mu(row.mu),
    gifted: mu(row.gifted),
    hold_id: row.hold_id,
    reference: row.reference,
    by: row.by,
    available_after: mu(row.available_after),
    held_after: mu(row.held_after),
    month: row.month,
    previous_hash: row.previous_hash,
    hash: row.hash,
  };
}

const mu = (microMu: string): string => formatMu(BigInt(microMu));

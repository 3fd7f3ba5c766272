/** Reads what the audit of entries compares, and stores where it stands. */
import type { EntryKind } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { walletStream } from '../../wallet/wallet-stream.js';
import { WalletEntryRow } from '../wallet-entries.view.js';
import { auditedTotalsOf, type AuditedEntry, type AuditedTotals, type AuditPosition } from './entry-audit.js';

/** Entries that one query reads. Auditing them blocks the process for milliseconds. */
export const CHUNK_ENTRIES = 1_000;
/** How long a process has for its steps before another one may continue. */
const CLAIM_TIME = '1 minute';

/** The position of a pass over all wallets. */
export interface PassPosition {
  /** The wallet that is audited, or was the last one. */
  readonly installationId: string;
  /** Null when the next wallet has not begun. */
  readonly position: WalletPosition | null;
}
/** Where the audit of one wallet stands, and what its entries must sum up to. */
export interface WalletPosition extends AuditPosition {
  readonly expected: AuditedTotals;
}
/** The columns as the driver returns them. */
type Row = Pick<WalletEntryRow, Exclude<keyof WalletEntryRow, 'installation_id' | 'previous_hash' | 'hash'>> & {
  readonly previous_hash: Buffer | null;
  readonly hash: Buffer;
};

@Injectable()
export class EntryAudits {
  constructor(
    private readonly store: EventStore,
    @InjectRepository(WalletEntryRow) private readonly rows: Repository<WalletEntryRow>,
  ) {}

  /** Returns what the entries of a wallet must sum up to now. Returns null for a wallet that does not exist. */
  async expectedOf(installationId: string): Promise<AuditedTotals | null> {
    const { state } = await this.store.load(streamRef(walletStream, installationId));
    return state.status === 'absent' ? null : auditedTotalsOf(state);
  }

  /** Returns the next entries after one sequence number, up to another one. */
  async entries(installationId: string, after: number, last: number): Promise<readonly AuditedEntry[]> {
    const rows = await this.rows.query<Row[]>(
      `select id, at, kind, service, count, rate, mu, gifted, hold_id, reference, by, month, sequence,
         available_after, held_after, previous_hash, hash
       from wallet_entries where installation_id = $1 and sequence > $2 and sequence <= $3
       order by sequence limit ${CHUNK_ENTRIES}`,
      [installationId, after, last],
    );
    return rows.map(entryOf);
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
   * Claims the pass for some steps, and starts the next one when the last began before `restartBefore`. Returns null
   * when another process has claimed it, or nothing is to be done.
   */
  async claim(by: string, restartBefore: Date, at: Date): Promise<PassPosition | null> {
    const [rows] = await this.rows.query<
      [{ installation_id: string | null; position: WalletPosition | null }[], number]
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
}

function entryOf(row: Row): AuditedEntry {
  return {
    id: row.id,
    sequence: Number(row.sequence),
    at: row.at.toISOString(),
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
    previous_hash: row.previous_hash?.toString('hex') ?? null,
    hash: row.hash.toString('hex'),
  };
}

const mu = (microMu: string): string => formatMu(BigInt(microMu));

/** Reads the entries of wallets in pages that are bounded in rows, in bytes and in what they read. */
import { ENTRY_KINDS, type EntryKind, type WalletEntry } from '@kushk/contracts';
import { formatMu } from '@kushk/manifest';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { WalletEntryRow } from './wallet-entries.view.js';

/** Rows that one query reads to find those of a kind or month. */
const WINDOW_ROWS = 5_000;
/** Windows that one page reads. A page ends after them, even if it found nothing. */
const WINDOWS_PER_PAGE = 10;

export interface EntriesQuery {
  readonly installationId: string;
  /** The list continues after this sequence number; null starts at the first entry of the order. */
  readonly after: number | null;
  readonly order: 'oldest' | 'newest';
  readonly limit: number;
  readonly kind: EntryKind | null;
  readonly month: string | null;
  readonly upTo: number;
}
export interface FoundEntries {
  readonly entries: readonly WalletEntry[];
  /** The entry after which the next page starts; null on the last page. */
  readonly next: string | null;
}
type Stored = Omit<WalletEntryRow, 'at' | 'previous_hash' | 'hash'> & {
  readonly at: Date;
  readonly previous_hash: string | null;
  readonly hash: string;
  readonly reversed_by: string | null;
};
interface Window {
  readonly rows: readonly Stored[];
  /** The last row that was read, whether it matches or not; null when there is no further row. */
  readonly last: { readonly id: string; readonly sequence: number } | null;
  readonly isFull: boolean;
}

@Injectable()
export class WalletEntries {
  constructor(@InjectRepository(WalletEntryRow) private readonly rows: Repository<WalletEntryRow>) {}

  async find(installationId: string, id: string): Promise<WalletEntryRow | null> {
    return await this.rows.findOneBy({ installation_id: installationId, id });
  }

  /** Returns one page, oldest or newest first. */
  async list(query: EntriesQuery): Promise<FoundEntries> {
    const found: WalletEntry[] = [];
    let after = query.after;
    for (let windows = 0; ; windows += 1) {
      const window = await this.window(query, after);
      for (const row of window.rows) {
        found.push(entryToWire(row));
        if (found.length === query.limit) return { entries: found, next: await this.nextAfter(query, row) };
      }
      if (!window.isFull || window.last === null) return { entries: found, next: null };
      if (windows + 1 === WINDOWS_PER_PAGE) return { entries: found, next: window.last.id };
      after = window.last.sequence;
    }
  }

  /** A page that is full is the last one when no row follows it. */
  private async nextAfter(query: EntriesQuery, row: Stored): Promise<string | null> {
    const { last } = await this.window({ ...query, limit: 1 }, Number(row.sequence), 1);
    return last === null ? null : row.id;
  }

  private async window(query: EntriesQuery, after: number | null, windowRows = WINDOW_ROWS): Promise<Window> {
    const { installationId, order, limit, kind, month, upTo } = query;
    const isOldest = order === 'oldest';
    const isFiltered = kind !== null || month !== null;
    const size = isFiltered ? windowRows : Math.min(limit, windowRows);
    const from = isOldest ? (after ?? 0) : Math.min(after ?? upTo + 1, upTo + 1);
    const direction = isOldest ? 'asc' : 'desc';
    const text = `
      with w as (
        select * from wallet_entries where installation_id = $1
          and sequence ${isOldest ? '> $2 and sequence <= $3' : '< least($2, $3 + 1)'} order by sequence ${direction} limit ${size}),
      found as (select * from w where ($4::text is null or kind = $4) and ($5::text is null or month = $5)
        order by sequence ${direction} limit ${limit})
      select (select count(*)::int from w) as read,
        (select json_build_object('id', id, 'sequence', sequence) from w order by sequence ${isOldest ? 'desc' : 'asc'} limit 1) as last,
        (select coalesce(json_agg(row_to_json(e) order by sequence ${direction}), '[]'::json) from (
          select f.id, f.sequence, f.kind, f.service, f.count::text, f.rate::text, f.mu::text, f.gifted::text, f.hold_id,
            f.reference, f.by, f.available_after::text, f.held_after::text, f.month, f.at,
            encode(f.previous_hash, 'hex') as previous_hash, encode(f.hash, 'hex') as hash,
            (select r.id from wallet_entries r where r.installation_id = f.installation_id and r.kind = 'reversal'
              and r.reference = f.id and f.kind in ('consumption', 'settle')) as reversed_by
          from found f) e) as rows`;
    const [page] = await this.rows.query<{ read: number; last: Window['last']; rows: Stored[] }[]>(text, [
      installationId,
      from,
      upTo,
      kind,
      month,
    ]);
    if (page === undefined) throw new Error('a query of entries returned no row');
    return { rows: page.rows, last: page.last, isFull: page.read === size };
  }
}

function entryToWire(row: Stored): WalletEntry {
  return {
    id: row.id,
    sequence: Number(row.sequence),
    at: new Date(row.at).toISOString(),
    kind: kindOf(row.kind),
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
    reversed_by: row.reversed_by,
  };
}

const mu = (microMu: string): string => formatMu(BigInt(microMu));

/** The kind of a stored entry. Throws for any other text. */
export function kindOf(text: string): EntryKind {
  const kind = ENTRY_KINDS.find((one) => one === text);
  if (kind === undefined) throw new Error(`an entry has the kind ${text}`);
  return kind;
}

/**
 * Reads the transactions of wallets: the entries of a hold that has ended are one, as people read them. They are found
 * by the ids that the entries of a hold have (`idOfHold`), in pages that are bounded in what they read.
 */
import { walletOverview, type WalletTransaction, type RequestOf } from '@kushk/contracts';
import { formatMu } from '@kushk/manifest';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { kindOf } from './entry-list.view.js';
import { WalletEntryRow } from './wallet-entries.view.js';

/** Entries that one query reads: those of a month are rarer. */
const WINDOW_ENTRIES = 1_000;
const WINDOW_ENTRIES_OF_MONTH = 5_000;
/** Windows that one page reads. A page ends after them, even if it found nothing. */
const WINDOWS_PER_PAGE = 10;

type Filter = Pick<RequestOf<typeof walletOverview.transactions>, 'installation_id' | 'month' | 'limit'>;
/** Transactions, and the sequence number before which the next page starts; null on the last page. */
export interface FoundTransactions {
  readonly transactions: readonly WalletTransaction[];
  readonly next: number | null;
}
interface Part {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly count: string;
  readonly mu: string;
}
interface Stored {
  readonly sequence: number;
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly service: string | null;
  readonly count: string | null;
  readonly rate: string | null;
  readonly mu: string;
  readonly gifted: string;
  readonly reference: string | null;
  readonly by: string;
  readonly available_after: string;
  readonly held_after: string;
  readonly month: string;
  readonly reversed_by: string | null;
  /** The entries of its hold before this one, oldest first. */
  readonly parts: readonly Part[];
}
interface Window {
  readonly read: number;
  readonly last: number | null;
  readonly rows: readonly Stored[];
}

@Injectable()
export class WalletTransactions {
  constructor(@InjectRepository(WalletEntryRow) private readonly rows: Repository<WalletEntryRow>) {}

  /** Returns one page, the newest first. It has entries with a sequence number below `before`; null for all. */
  async list(filter: Filter, before: number | null): Promise<FoundTransactions> {
    const size = filter.month === null ? WINDOW_ENTRIES : WINDOW_ENTRIES_OF_MONTH;
    const found: Stored[] = [];
    let start = before;
    for (let windows = 0; windows < WINDOWS_PER_PAGE; windows += 1) {
      const { read, last, rows } = await this.window(filter, start, size);
      found.push(...rows);
      if (found.length > filter.limit) return pageOf(found.slice(0, filter.limit));
      if (read < size) return { transactions: found.map(transactionOf), next: null };
      start = last;
    }
    return { transactions: found.map(transactionOf), next: start };
  }

  private async window(
    { installation_id, month, limit }: Filter,
    before: number | null,
    size: number,
  ): Promise<Window> {
    const text = `
      with w as (
        select * from wallet_entries where installation_id = $1 and ($2::bigint is null or sequence < $2)
        order by sequence desc limit ${size}),
      found as (
        select * from w where ($3::text is null or month = $3) and (hold_id is null
          or kind not in ('hold', 'release', 'expiry') or not exists (
            select from wallet_entries later where later.installation_id = $1 and later.sequence > w.sequence
              and later.id in (${ofHold('stl', 'w')}, ${ofHold('ret', 'w')})))
        order by sequence desc limit $4)
      select (select count(*)::int from w) as read, (select min(sequence)::int from w) as last,
        (select coalesce(json_agg(row_to_json(e) order by sequence desc), '[]'::json) from (
          select f.sequence::int, f.id, f.at, f.kind, f.service, f.count::text, f.rate::text, f.mu::text, f.gifted::text,
            f.reference, f.by, f.available_after::text, f.held_after::text, f.month,
            (select r.id from wallet_entries r where r.installation_id = $1 and r.kind = 'reversal'
              and r.reference = f.id and f.kind in ('consumption', 'settle')) as reversed_by,
            (select coalesce(json_agg(json_build_object('id', p.id, 'at', p.at, 'kind', p.kind, 'count', p.count::text,
                'mu', p.mu::text) order by p.sequence), '[]'::json)
              from wallet_entries p where p.installation_id = $1 and p.sequence < f.sequence
                and f.kind in ('settle', 'release', 'expiry')
                and p.id in (f.hold_id, ${ofHold('ret', 'f')})) as parts
          from found f) e) as rows`;
    const values = [installation_id, before, month, limit + 1];
    const [window] = await this.rows.query<Window[]>(text, values);
    if (window === undefined) throw new Error('a query of transactions returned no row');
    return window;
  }
}

/** SQL: the id of an entry of the row's hold (`idOfHold`). */
const ofHold = (prefix: 'stl' | 'ret', row: string): string =>
  `'${prefix}' || substr(${row}.hold_id, strpos(${row}.hold_id, '_'))`;

function pageOf(rows: readonly Stored[]): FoundTransactions {
  return { transactions: rows.map(transactionOf), next: rows.at(-1)?.sequence ?? null };
}

function transactionOf({ sequence: _sequence, parts, at, ...row }: Stored): WalletTransaction {
  const kind = kindOf(row.kind);
  const isCharge = kind === 'consumption' || kind === 'settle';
  return {
    id: row.id,
    kind: isCharge ? 'charge' : kind,
    at: new Date(at).toISOString(),
    service: row.service,
    count: row.count === null ? null : Number(row.count),
    rate: row.rate === null ? null : mu(row.rate),
    mu: mu(row.mu),
    gifted: mu(row.gifted),
    hold: holdOf(row, parts),
    reference: row.reference,
    by: row.by,
    available_after: mu(row.available_after),
    held_after: mu(row.held_after),
    month: row.month,
    reversed_by: row.reversed_by,
    entry_ids: [...parts.map(({ id }) => id), row.id],
  };
}

/** A hold that is settled after its expiry had returned all of it by then. */
function holdOf(row: Pick<Stored, 'kind' | 'mu'>, parts: readonly Part[]): WalletTransaction['hold'] {
  const hold = parts.find(({ kind }) => kind === 'hold');
  if (hold === undefined) return null;
  const isReturned = row.kind !== 'settle' || parts.length > 1;
  const released = BigInt(hold.mu) - (isReturned ? 0n : BigInt(row.mu));
  return {
    id: hold.id,
    at: new Date(hold.at).toISOString(),
    count: Number(hold.count),
    mu: mu(hold.mu),
    released: formatMu(released),
  };
}

const mu = (microMu: string): string => formatMu(BigInt(microMu));

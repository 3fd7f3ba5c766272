/**
 * The entries of a wallet as JSON in pages, or as NDJSON and CSV in one streamed document, and the parameters that the
 * admin's and the plugin's routes share (docs/reference/money.md).
 */
import { ENTRIES_PER_REQUEST, ENTRY_KINDS, walletLedger, type EntriesPage, type WalletEntry } from '@kushk/contracts';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX, pageOf, type QueryReader } from '@kushk/edge';
import type { StreamedBody } from '../http/response-body.js';
import { REQUEST_DEADLINE_MS, type RouteResponse, type SendRequest } from '../http/route.js';
import { csvRecord } from '../usage/csv.js';

const FORMATS = ['json', 'ndjson', 'csv'] as const;
const ORDERS = ['oldest', 'newest'] as const;
const HOLD_STATUSES = ['open', 'settled', 'released', 'expired'] as const;
const ENTRY_ID_MAX = 64;
const MONTH_CHARACTERS = 7;
/** A document with very many entries takes longer to send than other responses. */
const DOCUMENT_DEADLINE_MS = 120_000;

/** `limit` bounds a page of JSON; a document without it has all entries. */
interface EntriesRequest {
  readonly format: (typeof FORMATS)[number];
  readonly order: (typeof ORDERS)[number];
  readonly after: string | null;
  readonly limit: number | null;
  readonly kind: (typeof ENTRY_KINDS)[number] | null;
  readonly month: string | null;
}

/** One page of entries. */
export interface ListedEntries {
  readonly items: readonly WalletEntry[];
  /** The `id` of the entry after which the next page starts; null on the last page. */
  readonly next_cursor: string | null;
}

export function entriesOf(read: QueryReader): EntriesRequest {
  const cursor = read.text('cursor', ENTRY_ID_MAX);
  return {
    format: read.oneOf('format', FORMATS) ?? 'json',
    order: read.oneOf('order', ORDERS) ?? 'oldest',
    after: cursor ?? read.text('after', ENTRY_ID_MAX),
    limit: read.integer('limit', 1, PAGE_LIMIT_MAX),
    kind: read.oneOf('kind', ENTRY_KINDS),
    month: read.text('month', MONTH_CHARACTERS),
  };
}

export function holdsOf(read: QueryReader) {
  return { ...pageOf(read), status: read.oneOf('status', HOLD_STATUSES) };
}

export function entriesDeadlineMs({ format }: Pick<EntriesRequest, 'format'>): number {
  return format === 'json' ? REQUEST_DEADLINE_MS : DOCUMENT_DEADLINE_MS;
}

export async function respondWithEntries(
  { format, limit, ...request }: EntriesRequest & { readonly installation_id: string },
  send: SendRequest,
): Promise<RouteResponse<ListedEntries>> {
  const most = limit ?? (format === 'json' ? PAGE_LIMIT_DEFAULT : Number.POSITIVE_INFINITY);
  const page = async (after: string | null, left: number, up_to: number | null): Promise<EntriesPage> => {
    const query = { ...request, after, up_to, limit: Math.min(left, ENTRIES_PER_REQUEST) };
    return (await send(walletLedger.listEntries, query)).reply;
  };
  // The first page is read before the response begins, so that a failure is a problem response.
  const first = await page(request.after, most, null);
  if (format === 'json') return { status: 200, body: { items: first.items, next_cursor: first.next_cursor } };

  async function* entries(): AsyncGenerator<WalletEntry> {
    let left = most;
    // The document ends with the entry that was the newest when it began: a busy wallet must not extend it forever.
    for (let current = first; ;) {
      yield* current.items;
      left -= current.items.length;
      if (current.next_cursor === null || left <= 0) return;
      current = await page(current.next_cursor, left, first.last_sequence);
    }
  }
  return { status: 200, stream: documentOf(format, entries()) };
}

const COLUMNS = [
  'id',
  'sequence',
  'at',
  'kind',
  'service',
  'count',
  'rate',
  'mu',
  'gifted',
  'hold_id',
  'reference',
  'by',
  'available_after',
  'held_after',
  'month',
  'previous_hash',
  'hash',
  'reversed_by',
] as const satisfies readonly (keyof WalletEntry)[];

function documentOf(format: 'ndjson' | 'csv', entries: AsyncIterable<WalletEntry>): StreamedBody {
  return format === 'csv'
    ? { contentType: 'text/csv; charset=utf-8; header=present', chunks: csvOf(entries) }
    : { contentType: 'application/x-ndjson; charset=utf-8', chunks: linesOf(entries) };
}

async function* csvOf(entries: AsyncIterable<WalletEntry>): AsyncGenerator<string> {
  yield csvRecord(COLUMNS);
  for await (const entry of entries) yield csvRecord(COLUMNS.map((column) => String(entry[column] ?? '')));
}

async function* linesOf(entries: AsyncIterable<WalletEntry>): AsyncGenerator<string> {
  for await (const entry of entries) yield `${JSON.stringify(entry)}\n`;
}

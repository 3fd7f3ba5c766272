/** The audit of a hub or an instance: a page as JSON, or all of it as NDJSON or CSV (docs/reference/audit.md). */
import {
  encodeCursor,
  isAuditEntryId,
  keyAfterCursor,
  type AuditEntry,
  type AuditFilters,
  type AuditReply,
  type AuditRequest,
  type AuditSort,
  type PageRequest,
  type RequestType,
} from '@kushk/contracts';
import { pageOf, Refused, type QueryReader } from '@kushk/edge';
import type { StreamedBody } from '../http/response-body.js';
import { REQUEST_DEADLINE_MS, type RouteResponse, type SendRequest } from '../http/route.js';
import { csvRecord } from '../usage/csv.js';
import { mergeAudit, type AuditPage } from './merge-audit.js';

const FORMATS = ['json', 'ndjson', 'csv'] as const;
const SORTS = ['newest', 'oldest'] as const satisfies readonly AuditSort[];
const ID_MAX = 64;
/** The subject of a token may have this many characters. */
const ACTOR_MAX = 255;
/** The subject may be a record, whose id contains the plugin's `external_id`. */
const SUBJECT_MAX = 400;
const SEARCH_MAX = 200;
/** Entries that an export requests from each service at a time. */
const EXPORT_PAGE = 200;
/** An export that takes longer ends the connection; the client continues it with a cursor. */
const EXPORT_DEADLINE_MS = 600_000;

export interface AuditQuery extends AuditFilters, PageRequest {
  readonly sort: AuditSort;
  readonly format: (typeof FORMATS)[number];
}
type AuditQueries = Readonly<Record<string, RequestType<AuditRequest, AuditReply>>>;

export function auditQuery(read: QueryReader): AuditQuery {
  return {
    ...pageOf(read),
    actor: read.text('actor', ACTOR_MAX),
    action: read.text('action', ID_MAX),
    subject: read.text('subject', SUBJECT_MAX),
    on_behalf_of: read.text('on_behalf_of', ID_MAX),
    from: read.time('from'),
    to: read.time('to'),
    q: read.text('q', SEARCH_MAX),
    sort: read.oneOf('sort', SORTS) ?? 'newest',
    format: read.oneOf('format', FORMATS) ?? 'json',
  };
}

export function auditDeadlineMs({ format }: AuditQuery): number {
  return format === 'json' ? REQUEST_DEADLINE_MS : EXPORT_DEADLINE_MS;
}

export interface AuditList {
  readonly items: readonly AuditEntry[];
  readonly next_cursor: string | null;
}

/** `queries` has one query per service whose facts the audit contains. */
export async function respondWithAudit(
  { query, organisationId }: { readonly query: AuditQuery; readonly organisationId: string | null },
  queries: AuditQueries,
  send: SendRequest,
): Promise<RouteResponse<AuditList>> {
  const { format, cursor, limit: requested, max_bytes: _unused, ...filters } = query;
  const { sort } = filters;
  const limit = format === 'json' ? requested : EXPORT_PAGE;
  const read = async (before: string | null): Promise<AuditPage> => {
    const request: AuditRequest = { organisation_id: organisationId, ...filters, before, limit };
    const replies = await Promise.all(Object.values(queries).map((type) => send(type, request)));
    return mergeAudit(
      replies.map(({ reply }) => reply),
      { limit, sort },
    );
  };
  // An export reads its first page before the response begins, so that a failure is a problem response.
  const first = await read(positionOf(cursor, sort));
  if (format !== 'json') return { status: 200, stream: documentOf(format, pagesFrom(first, read)) };
  const next_cursor = first.end === null ? null : cursorOf(first.end, sort);
  return { status: 200, body: { items: first.items, next_cursor } };
}

async function* pagesFrom(
  first: AuditPage,
  read: (before: string) => Promise<AuditPage>,
): AsyncGenerator<readonly AuditEntry[]> {
  for (let page = first; ; page = await read(page.end)) {
    yield page.items;
    if (page.end === null) return;
  }
}

type Pages = AsyncIterable<readonly AuditEntry[]>;

function documentOf(format: 'ndjson' | 'csv', pages: Pages): StreamedBody {
  return format === 'csv'
    ? { contentType: 'text/csv; charset=utf-8; header=present', chunks: csvOf(pages) }
    : { contentType: 'application/x-ndjson; charset=utf-8', chunks: linesOf(pages) };
}

async function* linesOf(pages: Pages): AsyncGenerator<string> {
  for await (const items of pages)
    if (items.length > 0) yield items.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

const COLUMNS = [
  'id',
  'at',
  'actor_kind',
  'actor_id',
  'actor_name',
  'action',
  'subject_type',
  'subject_id',
  'subject_name',
  'installation_id',
  'details',
] as const;

async function* csvOf(pages: Pages): AsyncGenerator<string> {
  yield csvRecord(COLUMNS);
  for await (const items of pages) if (items.length > 0) yield items.map(recordOf).join('');
}

function recordOf({ id, at, actor, action, subject, installation_id, details }: AuditEntry): string {
  const cells = [id, at, actor.kind, actor.id, actor.name, action, subject.type, subject.id, subject.name];
  return csvRecord([...cells, installation_id, JSON.stringify(details)].map((cell) => cell ?? ''));
}

/** The cursor of a position belongs to its order. */
function cursorOf(end: string, sort: AuditSort): string {
  return encodeCursor(sort === 'newest' ? end : `${sort} ${end}`);
}

/** The position after a cursor. The id of an entry is a cursor, too: what is beyond this entry in the order follows. */
function positionOf(cursor: string | null, sort: AuditSort): string | null {
  if (cursor === null || isAuditEntryId(cursor)) return cursor;
  const position = keyAfterCursor(cursor)?.split(' ').at(-1) ?? '';
  if (!isAuditEntryId(position) || cursorOf(position, sort) !== cursor) throw Refused.with('cursor.invalid');
  return position;
}

/** The audit of a hub or an instance: a page as JSON, or all of it as NDJSON. */
import {
  encodeCursor,
  isAuditEntryId,
  keyAfterCursor,
  type AuditEntry,
  type AuditFilters,
  type AuditReply,
  type AuditRequest,
  type PageRequest,
  type RequestType,
} from '@kushk/contracts';
import { pageOf, Refused, type QueryReader } from '@kushk/edge';
import { REQUEST_DEADLINE_MS, type RouteResponse, type SendRequest } from '../http/route.js';
import { mergeAudit, type AuditPage } from './merge-audit.js';

const FORMATS = ['json', 'ndjson'] as const;
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
  readonly format: (typeof FORMATS)[number] | null;
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
    format: read.oneOf('format', FORMATS),
  };
}

export function auditDeadlineMs({ format }: AuditQuery): number {
  return format === 'ndjson' ? EXPORT_DEADLINE_MS : REQUEST_DEADLINE_MS;
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
  const limit = format === 'ndjson' ? EXPORT_PAGE : requested;
  const read = async (before: string | null): Promise<AuditPage> => {
    const request: AuditRequest = { organisation_id: organisationId, ...filters, before, limit };
    const replies = await Promise.all(Object.values(queries).map((type) => send(type, request)));
    return mergeAudit(
      replies.map(({ reply }) => reply),
      limit,
    );
  };
  // An export reads its first page before the response begins, so that a failure is a problem response.
  const first = await read(positionOf(cursor));
  if (format === 'ndjson')
    return { status: 200, stream: { contentType: 'application/x-ndjson; charset=utf-8', chunks: lines(first, read) } };
  const next_cursor = first.end === null ? null : encodeCursor(first.end);
  return { status: 200, body: { items: first.items, next_cursor } };
}

async function* lines(first: AuditPage, read: (before: string) => Promise<AuditPage>): AsyncGenerator<string> {
  for (let page = first; ; page = await read(page.end)) {
    if (page.items.length > 0) yield page.items.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    if (page.end === null) return;
  }
}

/** The position after a cursor. The id of an entry is a cursor, too: what is older than this entry follows. */
function positionOf(cursor: string | null): string | null {
  if (cursor === null || isAuditEntryId(cursor)) return cursor;
  const position = keyAfterCursor(cursor);
  if (position === undefined || position === null || !isAuditEntryId(position)) throw Refused.with('cursor.invalid');
  return position;
}

/** The cases that a person may see, as JSON in pages or all of them as CSV (docs/reference/platform-records.md). */
import {
  CASE_SORTS,
  workspace,
  workspaceRecords,
  type CaseFilter,
  type CaseResource,
  type CaseSort,
  type Page,
  type PageRequest,
} from '@kushk/contracts';
import { PAGE_LIMIT_MAX, pageOf, type QueryReader } from '@kushk/edge';
import { REQUEST_DEADLINE_MS, type RouteResponse, type SendRequest } from '../http/route.js';
import { csvRecord } from '../usage/csv.js';

const FORMATS = ['json', 'csv'] as const;
const STATUSES = ['open', 'closed'] as const;
const QUERY_MAX_CHARACTERS = 500;
const ID_MAX_CHARACTERS = 64;
/** A document with very many cases takes longer to send than other responses. */
const DOCUMENT_DEADLINE_MS = 120_000;

interface CasesRequest extends PageRequest, CaseFilter {
  readonly sort: CaseSort | null;
  readonly format: (typeof FORMATS)[number];
}

export function casesQuery(read: QueryReader): CasesRequest {
  return {
    ...pageOf(read),
    status: read.oneOf('status', STATUSES),
    assignee_id: read.text('assignee_id', ID_MAX_CHARACTERS),
    query: read.text('q', QUERY_MAX_CHARACTERS),
    sort: read.oneOf('sort', CASE_SORTS),
    format: read.oneOf('format', FORMATS) ?? 'json',
  };
}

export function casesDeadlineMs({ format }: CasesRequest): number {
  return format === 'json' ? REQUEST_DEADLINE_MS : DOCUMENT_DEADLINE_MS;
}

export async function respondWithCases(
  { format, limit, cursor, ...filter }: CasesRequest,
  person: { readonly organisation_id: string; readonly person_id: string },
  send: SendRequest,
): Promise<RouteResponse<Page<CaseResource>>> {
  const page = async (after: string | null, most: number): Promise<Page<CaseResource>> =>
    (await send(workspaceRecords.listCases, { ...person, ...filter, cursor: after, limit: most })).reply;
  if (format === 'json') return { status: 200, body: await page(cursor, limit) };
  // The first page is read before the response begins, so that a failure is a problem response.
  const first = await page(cursor, PAGE_LIMIT_MAX);
  async function* chunks(): AsyncGenerator<string> {
    yield csvRecord(COLUMNS);
    for (let current = first; ; current = await page(current.next_cursor, PAGE_LIMIT_MAX)) {
      const nameOf = await assigneesOf(current.items, person.organisation_id, send);
      if (current.items.length > 0) yield current.items.map((one) => recordOf(one, nameOf)).join('');
      if (current.next_cursor === null) return;
    }
  }
  return { status: 200, stream: { contentType: 'text/csv; charset=utf-8; header=present', chunks: chunks() } };
}

/** Returns a function that finds the name of an assignee; undefined for a person who has left. */
async function assigneesOf(
  cases: readonly CaseResource[],
  organisation_id: string,
  send: SendRequest,
): Promise<(id: string) => string | undefined> {
  const ids = [...new Set(cases.flatMap(({ assignee_id }) => assignee_id ?? []))];
  if (ids.length === 0) return () => undefined;
  const request = { organisation_id, ids, limit: PAGE_LIMIT_MAX, cursor: null };
  const { items } = (await send(workspace.listPeople, request)).reply;
  const names = new Map(items.map(({ id, name }) => [id, name]));
  return (id) => names.get(id);
}

const COLUMNS = [
  'id',
  'title',
  'status',
  'description',
  'amount',
  'due_on',
  'assignee_id',
  'assignee_name',
  'created_at',
  'updated_at',
] as const;

function recordOf(one: CaseResource, nameOf: (id: string) => string | undefined): string {
  const cells = { ...one, assignee_name: one.assignee_id === null ? null : nameOf(one.assignee_id) };
  return csvRecord(COLUMNS.map((column) => String(cells[column] ?? '')));
}

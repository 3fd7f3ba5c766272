/** The signed usage statements of a publisher: for the publisher (also in the portal), and for settlement. */
import { catalogue, catalogueStatements, type DsseEnvelope, type Page, type StatementSummary } from '@kushk/contracts';
import { pageOf, type QueryReader } from '@kushk/edge';
import { staffRole, type StaffCaller } from '../authentication/caller.js';
import { keyScope, type ForPublisher } from '../developer/key-scope.js';
import { routesFor, type Route, type RouteResponse, type SendRequest } from '../http/route.js';
import { USAGE_DEADLINE_MS } from './respond-with-usage.js';
import { usageMonth } from './usage-month.js';

const MONTH_MAX_CHARACTERS = 100;
/** `json`: the envelope. `ndjson`: the envelope and each line of the statement, which are the leaves of its tree. */
const STATEMENT_FORMATS = ['json', 'ndjson'] as const;

const readStatementQuery = (read: QueryReader) => ({
  month: read.text('month', MONTH_MAX_CHARACTERS),
  format: read.oneOf('format', STATEMENT_FORMATS),
});
interface StatementQuery {
  readonly publisherId: string;
  readonly month: string | null;
  readonly format: (typeof STATEMENT_FORMATS)[number] | null;
  readonly now: Date;
}

const publisher = routesFor<ForPublisher>('publisher', '/developer/v1');
const staff = routesFor<StaffCaller>('staff', '/operator/v1');
const STATEMENT_CALLS = [catalogueStatements.get, catalogueStatements.listLines];

/** A statement covers all plugins of the publisher. */
const statementScope = keyScope('usage', { whole: 'usage.statement_not_found' });

/** The routes of the publisher API, which the portal has as well. */
export const publisherStatementRoutes: readonly Route[] = [
  publisher.proxyRoute('GET', '/usage/statements', {
    operationId: 'listUsageStatements',
    summary: 'List the signed statements of closed months, newest first',
    requires: statementScope,
    calls: catalogueStatements.list,
    query: pageOf,
    request: ({ caller, query }) => ({ publisher_id: caller.publisher.id, ...query }),
    response: (page): Page<StatementSummary> => page,
  }),
  publisher.compositeRoute('GET', '/usage/statement', {
    operationId: 'getUsageStatement',
    summary: 'Get the signed statement of a closed month',
    requires: statementScope,
    calls: STATEMENT_CALLS,
    query: readStatementQuery,
    deadlineMs: () => USAGE_DEADLINE_MS,
    extraRateLimit: 'usage',
    handle: ({ caller, query, now }, send) =>
      respondWithStatement({ publisherId: caller.publisher.id, ...query, now }, send),
  }),
  publisher.proxyRoute('GET', '/usage/statement/keys', {
    operationId: 'listUsageStatementKeys',
    summary: 'List the public keys with which the hub signs statements',
    requires: keyScope('usage'),
    calls: catalogue.signingKeys,
    request: () => ({}),
  }),
];

/** The routes of the operator API. */
export const settlementStatementRoutes: readonly Route[] = [
  staff.proxyRoute('GET', '/publishers/:id/usage/statements', {
    operationId: 'listUsageStatements',
    summary: 'List the signed statements of a publisher, newest first',
    requires: staffRole('billing'),
    calls: catalogueStatements.list,
    query: pageOf,
    request: ({ params, query }) => ({ publisher_id: params['id']!, ...query }),
    response: (page): Page<StatementSummary> => page,
  }),
  staff.compositeRoute('GET', '/publishers/:id/usage/statement', {
    operationId: 'getUsageStatement',
    summary: 'Get the signed statement of a publisher for a closed month',
    requires: staffRole('billing'),
    calls: STATEMENT_CALLS,
    query: readStatementQuery,
    deadlineMs: () => USAGE_DEADLINE_MS,
    handle: ({ params, query, now }, send) => respondWithStatement({ publisherId: params['id']!, ...query, now }, send),
  }),
];

async function respondWithStatement(
  { publisherId, month: requested, format, now }: StatementQuery,
  send: SendRequest,
): Promise<RouteResponse<DsseEnvelope>> {
  const { reply } = await send(catalogueStatements.get, {
    publisher_id: publisherId,
    month: requested === null ? null : usageMonth(requested, now),
  });
  const { month, envelope } = reply;
  if (format !== 'ndjson') return { status: 200, body: envelope };
  const target = { publisher_id: publisherId, month };
  // The first page is read before the response begins, so that a failure is a problem response.
  const { reply: first } = await send(catalogueStatements.listLines, { ...target, cursor: null });
  async function* chunks(): AsyncGenerator<string> {
    yield `${JSON.stringify(envelope)}\n`;
    for (let page = first; ;) {
      if (page.items.length > 0) yield `${page.items.join('\n')}\n`;
      if (page.next_cursor === null) return;
      page = (await send(catalogueStatements.listLines, { ...target, cursor: page.next_cursor })).reply;
    }
  }
  return { status: 200, stream: { contentType: 'application/x-ndjson; charset=utf-8', chunks: chunks() } };
}

/** The problem responses of a route: every status and error code that it can return. */
import { codeEntry, QueryReader } from '@kushk/edge';
import type { Route } from '../http/route.js';
import { authenticatorCodes, operationsByRoute } from './operations.generated.js';
import { responseComponents, responsesByRoute } from './response-schemas.generated.js';

type Json = Record<string, unknown>;

const STRING = { type: 'string' };
const PROBLEM_TYPE = 'application/problem+json';

/** The schemas of an RFC 9457 problem document with our extension members, and of an item of `params.problems`. */
export const problemComponents: Json = {
  Problem: responseComponents['Problem'],
  ProblemDocument: {
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'code', 'params', 'request_id'],
    properties: {
      type: { type: 'string', format: 'uri' },
      title: STRING,
      status: { type: 'integer' },
      detail: STRING,
      code: { type: 'string', description: 'What happened, for programs, such as wallet.insufficient_balance' },
      params: {
        type: 'object',
        properties: { problems: { type: 'array', items: { $ref: '#/components/schemas/Problem' } } },
      },
      request_id: STRING,
    },
  },
};

/** Headers that many responses share. */
export const headerComponents: Json = {
  RequestId: { description: 'The id of the request: the one that it sent, or a new one', schema: STRING },
  RateLimit: {
    description:
      'The remaining quota of each limit and the seconds until it grows: "publisher";r=599;t=1 (IETF draft 10)',
    schema: STRING,
  },
  RateLimitPolicy: { description: 'The limits of this route: "publisher";q=600;w=60;qb=600', schema: STRING },
};
export const REQUEST_ID: Json = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
export const RATE_HEADERS: Json = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
};

const retry = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } };
const headersOf: Readonly<Record<number, Json>> = {
  401: { 'WWW-Authenticate': { schema: { const: 'Bearer' } } },
  429: { ...retry, ...RATE_HEADERS },
  503: retry,
};

/** One response per status, with the error codes and their meaning. `default` describes all other problems. */
export function problemResponses(route: Route, isRepeatable: boolean): Readonly<Record<string, Json>> {
  const byStatus = Map.groupBy(codesOf(route, isRepeatable), (code) => entryOf(code).status);
  const statuses = [...byStatus].sort(([a], [b]) => a - b);
  const own = route.ownErrors ? { 'application/json': { schema: responsesByRoute[route.definedAs] } } : {};
  const response = (description: string, headers?: Json): Json => ({
    description,
    headers: { ...REQUEST_ID, ...headers },
    content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/ProblemDocument' } }, ...own },
  });
  return {
    ...Object.fromEntries(
      statuses.map(([status, found]) => [
        status,
        response(found.map((code) => `\`${code}\`: ${entryOf(code).titles.en}`).join('. '), headersOf[status]),
      ]),
    ),
    default: response('Any other problem'),
  };
}

/**
 * The error codes that an operation can return: those of the HTTP server, the authenticator, the rate limits, the
 * policy, the route and the services behind it. Those of code are generated (`npm run generate`), so none is forgotten.
 */
function codesOf(route: Route, isRepeatable: boolean): readonly string[] {
  const isWrite = route.method !== 'GET';
  const sets: readonly (readonly [isIncluded: boolean, codes: readonly string[]])[] = [
    [true, ['request.malformed', 'request.invalid', 'rate.limited', 'service.failed', 'service.unavailable']],
    [route.callerKind !== 'anyone' || route.calls.length > 0, ['*.busy', 'service.timeout']],
    [true, authenticatorCodes[route.callerKind] ?? []],
    // A publisher that the person does not belong to is answered like one that does not exist.
    [route.callerKind === 'publisher_member', ['publisher.not_found']],
    [true, route.requires?.codes ?? []],
    // A key of another plugin (`keyScope`).
    [route.callerKind === 'publisher' && /:plugin_id(?!.*:version)/.test(route.path), ['catalogue.plugin_not_found']],
    [route.calls.some(({ requires }) => requires?.checkedBy === 'decision'), ['auth.role_missing']],
    [isWrite, ['request.timeout', 'request.too_large', 'request.unsupported_media_type', 'idempotency.key_invalid']],
    [isRepeatable, ['idempotency.conflict']],
    [route.idempotencyKey === 'required', ['idempotency.key_required']],
    [route.path.includes('/:'), ['route.not_found']],
    [true, operationsByRoute[route.definedAs]?.codes ?? []],
  ];
  const codes = new Set(sets.flatMap(([isIncluded, some]) => (isIncluded ? some : [])));
  // A route without a cursor pages through lists of services itself.
  if (!readsCursor(route)) codes.delete('cursor.invalid');
  return [...codes];
}

function readsCursor({ readQuery }: Route): boolean {
  const reader = new QueryReader({});
  readQuery(reader);
  return reader.parameters().some(({ name }) => name === 'cursor');
}

function entryOf(code: string): NonNullable<ReturnType<typeof codeEntry>> {
  const entry = codeEntry(code);
  if (entry === null) throw new Error(`unknown code ${code}`);
  return entry;
}

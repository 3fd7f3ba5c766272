/**
 * The problem responses of a route: the statuses and error codes that follow from what the route accepts and which
 * services it calls.
 */
import { allCodes, codeEntry } from '@kushk/edge';
import type { Route } from '../http/route.js';
import { responseComponents } from './response-schemas.generated.js';
import type { OperationDescription } from './operation-descriptions.js';

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

/**
 * Prefixes of problem codes. Any route can return codes with a common prefix. The other prefixes are those of the
 * services that the routes for a kind of caller call.
 */
const COMMON_PREFIXES = ['request', 'rate', 'service'];
const prefixesOf: Readonly<Partial<Record<Route['callerKind'], readonly string[]>>> = {
  publisher: ['catalogue', 'usage'],
  staff: ['catalogue', 'review', 'staff', 'cursor'],
  plugin: ['installation', 'record', 'proposal', 'wallet', 'events', 'cursor'],
  person: [
    'installation',
    'tool',
    'record',
    'case',
    'person',
    'organisation',
    'proposal',
    'wallet',
    'events',
    'cursor',
  ],
  platform_staff: ['organisation', 'person', 'staff', 'cursor'],
  purchaser: ['installation', 'wallet'],
};
const credentialCode: Readonly<Partial<Record<Route['callerKind'], string>>> = {
  publisher: 'auth.publisher_key_invalid',
  staff: 'auth.token_invalid',
  person: 'auth.token_invalid',
  platform_staff: 'auth.token_invalid',
  purchaser: 'auth.token_invalid',
  plugin: 'auth.token_invalid',
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
export function problemResponses(route: Route, description: OperationDescription | null): Json {
  const codes =
    description === null ? codesByPrefix(route) : [...commonCodes(route, description), ...description.refusals];
  const byStatus = Map.groupBy(new Set(codes), (code) => statusOf(code));
  const statuses = [...byStatus].sort(([a], [b]) => a - b);
  return {
    ...Object.fromEntries(
      statuses.map(([status, found]) => [
        status,
        response(found.map((code) => `\`${code}\`: ${meaningOf(code)}`).join('. '), headersOf[status]),
      ]),
    ),
    default: response('Any other problem'),
  };
}

function response(description: string, headers?: Json): Json {
  return {
    description,
    headers: { ...REQUEST_ID, ...headers },
    content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/ProblemDocument' } } },
  };
}

function statusOf(code: string): number {
  return entryOf(code).status;
}

function meaningOf(code: string): string {
  return entryOf(code).titles.en;
}

function entryOf(code: string): NonNullable<ReturnType<typeof codeEntry>> {
  const entry = codeEntry(code);
  if (entry === null) throw new Error(`unknown code ${code}`);
  return entry;
}

/** The error codes of the authenticator and of the HTTP server. */
function commonCodes(route: Route, description: OperationDescription): readonly string[] {
  const isWrite = route.method !== 'GET';
  const isRepeatable = isWrite && description.changesNothing !== true;
  return [
    'request.malformed',
    'request.invalid',
    'rate.limited',
    'service.failed',
    'service.unavailable',
    '*.busy',
    credentialCode[route.callerKind] ?? '',
    ...(route.requires ? ['auth.role_missing'] : []),
    ...(isWrite
      ? ['request.timeout', 'request.too_large', 'request.unsupported_media_type', 'idempotency.key_invalid']
      : []),
    ...(isRepeatable ? ['idempotency.conflict'] : []),
    ...(route.path.includes('/:') ? ['route.not_found'] : []),
  ].filter((code) => code !== '');
}

/** For operations without a description: all error codes of the services that the route can call, by status. */
function codesByPrefix(route: Route): readonly string[] {
  return statusesOf(route).flatMap((status) => codesOf(route, status));
}

function statusesOf(route: Route): readonly number[] {
  const isPublic = route.callerKind === 'anyone';
  const isWrite = route.method !== 'GET';
  const hasBody = route.body !== null;
  const sets: readonly (readonly [boolean, readonly number[]])[] = [
    [true, [400, 422, 429, 500, 503]],
    [!isPublic, [401, 403]],
    [route.path.includes('/:'), [404]],
    [isWrite, [409]],
    [hasBody, [413, 415]],
    [route.conditionalWrite, [412]],
    [route.path.includes('/wallet/') && route.callerKind === 'plugin' && isWrite, [402]],
    [route.callerKind === 'plugin' && route.path.endsWith('/events'), [410]],
  ];
  return [...new Set(sets.flatMap(([holds, statuses]) => (holds ? statuses : [])))].sort((a, b) => a - b);
}

/** The error codes with this status, of the services that the route can call. */
function codesOf(route: Route, status: number): string[] {
  if (status === 401) return [credentialCode[route.callerKind] ?? ''];
  if (status === 404) return ['*.not_found'];
  const isWrite = route.method !== 'GET';
  const prefixes = new Set([
    ...COMMON_PREFIXES,
    ...(prefixesOf[route.callerKind] ?? []),
    ...(isWrite ? ['idempotency'] : []),
    ...(route.requires || route.callerKind === 'plugin' ? ['auth'] : []),
  ]);
  return allCodes().filter((code) => codeEntry(code)?.status === status && prefixes.has(code.split('.')[0]!));
}

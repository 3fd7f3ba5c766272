/** The ways in which a route says no: statuses and codes of contract §3, by what the route takes and whom it asks. */
import { allCodes, codeEntry } from '@kushk/edge';
import type { Route } from '../http/route.js';
import { answerComponents } from './answer-schemas.js';
import type { OperationWords } from './operation-words.js';

type Json = Record<string, unknown>;

const text = { type: 'string' };
const PROBLEM_TYPE = 'application/problem+json';

/** The document of RFC 9457 with our members, and the one shape of what stands in `params.problems`. */
export const problemComponents: Json = {
  Problem: answerComponents['Problem'],
  ProblemDocument: {
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'code', 'params', 'request_id'],
    properties: {
      type: { type: 'string', format: 'uri' },
      title: text,
      status: { type: 'integer' },
      detail: text,
      code: { type: 'string', description: 'What happened, for programs: wallet.insufficient_balance' },
      params: {
        type: 'object',
        properties: { problems: { type: 'array', items: { $ref: '#/components/schemas/Problem' } } },
      },
      request_id: text,
    },
  },
};

/** Codes that any route may answer, and the services of whom each door knows. */
const EVERYWHERE = ['request', 'rate', 'service'];
const ownersOf: Readonly<Partial<Record<Route['door'], readonly string[]>>> = {
  publisher: ['catalogue', 'usage'],
  staff: ['catalogue', 'review', 'cursor'],
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
  platform_admin: ['organisation', 'person'],
};
const credentialCode: Readonly<Partial<Record<Route['door'], string>>> = {
  publisher: 'auth.publisher_key_invalid',
  staff: 'auth.token_invalid',
  person: 'auth.token_invalid',
  platform_admin: 'auth.token_invalid',
  plugin: 'auth.token_invalid',
};

/** Headers that many answers share. */
export const headerComponents: Json = {
  RequestId: { description: 'By which the request is found again: that of the request, or one of ours', schema: text },
  RateLimit: {
    description: 'What is left of each limit and when more comes: "publisher";r=599;t=1 (IETF draft 10)',
    schema: text,
  },
  RateLimitPolicy: { description: 'The limits that count here: "publisher";q=600;w=60;qb=600', schema: text },
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

/** One response per status that the route can answer, with the codes and what they mean; what is left is `default`. */
export function problemResponses(route: Route, words: OperationWords | null): Json {
  const codes = words === null ? codesByOwner(route) : [...alwaysPossible(route, words), ...words.refuses];
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
  if (entry === null) throw new Error(`${code} is no code of the table`);
  return entry;
}

/** What every route of its door refuses with, whatever it does. */
function alwaysPossible(route: Route, words: OperationWords): readonly string[] {
  const isWrite = route.method !== 'GET';
  const isRepeatable = isWrite && words.changesNothing !== true;
  return [
    'request.malformed',
    'request.invalid',
    'rate.limited',
    'service.failed',
    'service.unavailable',
    '*.busy',
    credentialCode[route.door] ?? '',
    ...(route.permission ? ['auth.role_missing'] : []),
    ...(isWrite
      ? ['request.timeout', 'request.too_large', 'request.unsupported_media_type', 'idempotency.key_invalid']
      : []),
    ...(isRepeatable ? ['idempotency.conflict'] : []),
    ...(route.path.includes('/:') ? ['route.not_found'] : []),
  ].filter((code) => code !== '');
}

/** Where an API has no words for its operations: every code of the table that its parts know, at every status that the route can answer. */
function codesByOwner(route: Route): readonly string[] {
  return statusesOf(route).flatMap((status) => codesOf(route, status));
}

function statusesOf(route: Route): readonly number[] {
  const isOpen = route.door === 'anyone';
  const isWrite = route.method !== 'GET';
  const takesBody = route.bodyClass !== null;
  const sets: readonly (readonly [boolean, readonly number[]])[] = [
    [true, [400, 422, 429, 500, 503]],
    [!isOpen, [401, 403]],
    [route.path.includes('/:'), [404]],
    [isWrite, [409]],
    [takesBody, [413, 415]],
    [route.conditional, [412]],
    [route.path.includes('/wallet/') && route.door === 'plugin' && isWrite, [402]],
    [route.door === 'plugin' && route.path.endsWith('/events'), [410]],
  ];
  return [...new Set(sets.flatMap(([holds, statuses]) => (holds ? statuses : [])))].sort((a, b) => a - b);
}

/** Codes of the table with this status, of the parts that the route can hear a refusal from. */
function codesOf(route: Route, status: number): string[] {
  if (status === 401) return [credentialCode[route.door] ?? ''];
  if (status === 404) return ['*.not_found'];
  const isWrite = route.method !== 'GET';
  const owners = new Set([
    ...EVERYWHERE,
    ...(ownersOf[route.door] ?? []),
    ...(isWrite ? ['idempotency'] : []),
    ...(route.permission || route.door === 'plugin' ? ['auth'] : []),
  ]);
  return allCodes().filter((code) => codeEntry(code)?.status === status && owners.has(code.split('.')[0]!));
}

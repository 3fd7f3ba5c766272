/** The ways in which a route says no: statuses and codes of contract §3, by what the route takes and whom it asks. */
import { allCodes, codeEntry } from '@kushk/edge';
import type { Route } from '../http/route.js';
import { answerComponents } from './answer-schemas.js';

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
      type: { type: 'string', format: 'uri' }, title: text, status: { type: 'integer' }, detail: text,
      code: { type: 'string', description: 'What happened, for programs: wallet.insufficient_balance' },
      params: { type: 'object', properties: { problems: { type: 'array', items: { $ref: '#/components/schemas/Problem' } } } },
      request_id: text,
    },
  },
};

/** Codes that any route may answer, and the services of whom each door knows. */
const EVERYWHERE = ['request', 'rate', 'service'];
const ownersOf: Readonly<Partial<Record<Route['door'], readonly string[]>>> = {
  publisher: ['catalogue', 'usage'], staff: ['catalogue', 'review', 'cursor'],
  plugin: ['installation', 'record', 'proposal', 'wallet', 'events', 'cursor'], person: ['installation', 'tool', 'record', 'case', 'person', 'organisation', 'proposal', 'wallet', 'events', 'cursor'],
  platform_admin: ['organisation', 'person'],
};
const credentialCode: Readonly<Partial<Record<Route['door'], string>>> = { publisher: 'auth.publisher_key_invalid', staff: 'auth.token_invalid', person: 'auth.token_invalid', platform_admin: 'auth.token_invalid', plugin: 'auth.token_invalid' };

const retry = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } };
const headersOf: Readonly<Record<number, Json>> = { 401: { 'WWW-Authenticate': { schema: { const: 'Bearer' } } }, 429: retry, 503: retry };

/** One response per status that the route can answer; what is left is `default`. */
export function problemResponses(route: Route): Json {
  return {
    ...Object.fromEntries(statusesOf(route).map((status) => [status, response(codesOf(route, status).join(', ') || 'Refused', headersOf[status])])),
    default: response('Any other problem'),
  };
}

function response(description: string, headers?: Json): Json {
  return { description, ...(headers && { headers }), content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/ProblemDocument' } } } };
}

function statusesOf(route: Route): readonly number[] {
  const isOpen = route.door === 'anyone';
  const isWrite = route.method !== 'GET';
  const takesBody = route.bodyClass !== null;
  const sets: readonly (readonly [boolean, readonly number[]])[] = [
    [true, [400, 422, 429, 500, 503]], [!isOpen, [401, 403]], [route.path.includes('/:'), [404]], [isWrite, [409]], [takesBody, [413, 415]], [route.conditional, [412]],
    [route.path.includes('/wallet/') && route.door === 'plugin' && isWrite, [402]], [route.door === 'plugin' && route.path.endsWith('/events'), [410]],
  ];
  return [...new Set(sets.flatMap(([holds, statuses]) => (holds ? statuses : [])))].sort((a, b) => a - b);
}

/** Codes of the table with this status, of the parts that the route can hear a refusal from. */
function codesOf(route: Route, status: number): string[] {
  if (status === 401) return [credentialCode[route.door] ?? ''];
  if (status === 404) return ['*.not_found'];
  const isWrite = route.method !== 'GET';
  const owners = new Set([...EVERYWHERE, ...(ownersOf[route.door] ?? []), ...(isWrite ? ['idempotency'] : []), ...(route.permission || route.door === 'plugin' ? ['auth'] : [])]);
  return allCodes().filter((code) => codeEntry(code)?.status === status && owners.has(code.split('.')[0]!));
}

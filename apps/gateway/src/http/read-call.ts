import type { FastifyRequest } from 'fastify';
import { contentDigest, hashCredential, inputHash } from '@kushk/credentials';
import { idempotencyKey, ifMatch, ifNoneMatch, QueryReader, type Query } from '@kushk/edge';
import { now } from '@kushk/runtime';
import type { Authenticated } from '../authentication/caller.js';
import type { HttpContext } from './http-context.js';
import type { Call, Route } from './route.js';

type AnyCall = Call<unknown, unknown, unknown>;

interface ReadingContext {
  readonly authenticated: Authenticated<unknown>;
  readonly pepper: Buffer;
  readonly http: HttpContext;
}

const ORGANISATION_MAX = 64;

/** Reads the query parameters of a route. The authentication has used `organisation` already. */
export function readQueryOf({ method, callerKind, readQuery }: Route, reader: QueryReader): unknown {
  const query = readQuery(reader);
  if (method === 'GET' && (callerKind === 'person' || callerKind === 'purchaser'))
    reader.text('organisation', ORGANISATION_MAX);
  return query;
}

/**
 * Reads and validates everything that a route needs from a request. Throws `Refused` for the first part that is
 * invalid.
 */
export function readCall(
  route: Route,
  request: FastifyRequest,
  { authenticated, pepper, http }: ReadingContext,
): AnyCall {
  const reader = new QueryReader(request.query as Query);
  const query = readQueryOf(route, reader);
  reader.done();
  const params = request.params as Readonly<Record<string, string>>;
  const key =
    route.idempotencyKey === null ? null : idempotencyKey(request.headers['idempotency-key'], route.idempotencyKey);
  const body = route.readBody(request.body);
  // The hash of the input distinguishes a repeated request from a different request with the same key.
  const largeValue = request.largeValue;
  const large = () => (largeValue === null ? [] : [contentDigest(largeValue)]);
  const input_hash = () => hashCredential(pepper, inputHash([route.method, route.path, params, body, ...large()]));
  const idempotency =
    key === null ? {} : { idempotency: { scope: idempotencyScope(authenticated), key, input_hash: input_hash() } };
  return {
    caller: authenticated.caller,
    params,
    query,
    body,
    largeValue,
    idempotency,
    ...conditionsOf(route, request),
    now: now(),
    http,
  };
}

/**
 * Idempotency keys belong to the caller. A plugin that acts for a person has the keys of this person, so that nobody
 * receives a response that another person got.
 */
function idempotencyScope({ name, actor }: Authenticated<unknown>): string {
  return actor.kind === 'plugin' && actor.on_behalf_of !== null ? `${name} ${actor.on_behalf_of}` : name;
}

/**
 * Routes that ignore conditional headers must not parse them, so that malformed headers have no effect (RFC 9110,
 * section 13.2.1).
 */
function conditionsOf(
  { conditionalWrite, conditionalRead }: Route,
  { headers }: FastifyRequest,
): Pick<AnyCall, 'ifMatch' | 'ifNoneMatch'> {
  return {
    ifMatch: conditionalWrite ? ifMatch(headers['if-match']) : null,
    ifNoneMatch: conditionalWrite || conditionalRead ? ifNoneMatch(headers['if-none-match']) : [],
  };
}

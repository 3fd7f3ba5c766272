import type { FastifyRequest } from 'fastify';
import { contentDigest, hashCredential, inputHash } from '@kushk/credentials';
import { idempotencyKey, ifNoneMatch, revisionCondition, QueryReader, type Query } from '@kushk/edge';
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
  const { largeValue } = request;
  const input = { params, body, largeValue };
  const scope = idempotencyScope(authenticated);
  const { conditionalWrite, conditionalRead } = route;
  const { 'if-match': given, 'if-none-match': known } = request.headers;
  return {
    caller: authenticated.caller,
    params,
    query,
    body,
    largeValue,
    idempotency: key === null ? {} : { idempotency: { scope, key, input_hash: inputHashOf(route, input, pepper) } },
    // Routes that ignore conditional headers must not parse them, so that malformed headers have no effect (RFC 9110,
    // section 13.2.1).
    condition: conditionalWrite ? revisionCondition(given, known) : null,
    ifNoneMatch: conditionalRead ? ifNoneMatch(known) : [],
    now: now(),
    http,
  };
}

type Input = Pick<AnyCall, 'params' | 'body' | 'largeValue'>;

/**
 * The hash of the input distinguishes a repeated request from a different one with the same key. An optional field that
 * is null is as good as absent: libraries differ in what they send.
 */
function inputHashOf({ method, path }: Route, { params, body, largeValue }: Input, pepper: Buffer): string {
  const input = [method, path, params, withoutNulls(body)];
  if (largeValue !== null) input.push(contentDigest(largeValue));
  return hashCredential(pepper, inputHash(input));
}

function withoutNulls(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== undefined));
}

/**
 * Idempotency keys belong to the caller. A plugin that acts for a person has the keys of this person, so that nobody
 * receives a response that another person got.
 */
function idempotencyScope({ name, actor }: Authenticated<unknown>): string {
  return actor.kind === 'plugin' && actor.on_behalf_of !== null ? `${name} ${actor.on_behalf_of}` : name;
}

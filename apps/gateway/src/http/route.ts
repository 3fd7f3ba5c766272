/**
 * One entry of a route table. It names the method, the path, the allowed callers, the body, the query and the
 * services that the route calls, and it converts a reply to a response. `mount-routes.ts` registers the tables with
 * the server.
 */
import type { RequestIdempotency, RequestType, RevisionCondition } from '@kushk/contracts';
import { bodyOf, type BodySchema, type IdempotencyRule, type QueryReader } from '@kushk/edge';
import type { CallerKind, Policy } from '../authentication/caller.js';
import type { HttpContext } from './http-context.js';
import type { SerializedBody, StreamedBody } from './response-body.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request as a route handler receives it: authenticated, with a validated body and query. */
export interface Call<Caller, Body, Query> {
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** The value of the route's `largeField` in UTF-8, which is an empty string in `body`; null when there is none. */
  readonly largeValue: Buffer | null;
  /** `{ idempotency }` if the client sent an `Idempotency-Key`, else `{}`. Spread it into the request to a service. */
  readonly idempotency: { readonly idempotency?: RequestIdempotency };
  /** The revision that a conditional write needs. */
  readonly condition: RevisionCondition;
  /** The ETags in `If-None-Match`: the representations that the client already has. */
  readonly ifNoneMatch: readonly string[];
  readonly now: Date;
  readonly http: HttpContext;
}

/**
 * The reply of a service. `replayed` is true when the service repeats its reply to an earlier request with the same
 * `Idempotency-Key`.
 */
export interface ServiceReply<Reply> {
  readonly reply: Reply;
  readonly replayed: boolean;
}

export interface SendOptions {
  readonly timeoutMs?: number;
  /** The NATS subject prefix of another system. The hub sets it to send a request to an instance. */
  readonly scope?: string;
}

/**
 * Sends a request to a service on behalf of the caller. Throws `Refused` when the service refuses the request, and
 * `service.unavailable` when the service is down.
 */
export type SendRequest = <Request, Reply>(
  type: RequestType<Request, Reply>,
  request: Request,
  options?: SendOptions,
) => Promise<ServiceReply<Reply>>;

export interface RouteResponse<Body = unknown> {
  readonly status: number;
  /** The body, sent as JSON; undefined for a response without a body. */
  readonly body?: Body;
  /** An already serialized JSON body. Takes precedence over `body`. */
  readonly text?: string;
  /** An already serialized body with its ETag, so that a large body is not serialized and hashed again. */
  readonly serialized?: SerializedBody;
  /** A body that is sent piece by piece, for documents that are too large for one message. */
  readonly stream?: StreamedBody;
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly replayed?: boolean;
}

/** A request type of any service, as route tables list it for the OpenAPI documents. */
// The types of a request are contravariant and only `any` accepts all of them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyRequestType = RequestType<any, any>;

export interface Route {
  readonly method: Method;
  readonly path: string;
  /** Method and path under which the source code defines the route, which generated facts about it name. */
  readonly definedAs: string;
  readonly summary: string;
  /** The operation's name in generated clients; null for the name of the request that the route sends. */
  readonly operationId: string | null;
  readonly callerKind: CallerKind;
  readonly requires: Policy<never> | null;
  readonly body: BodySchema | null;
  readonly readBody: (value: unknown) => object;
  /** The field of the body whose string may be large, or null: see `Call.largeValue`. */
  readonly largeField: string | null;
  readonly readQuery: (query: QueryReader) => unknown;
  readonly idempotencyKey: IdempotencyRule | null;
  /** The deadline of a route whose response may take longer than `REQUEST_DEADLINE_MS`; null for the other routes. */
  readonly deadlineMs: ((query: unknown) => number) | null;
  /** Whether responses have an `ETag`, and are 304 when `If-None-Match` contains it. */
  readonly conditionalRead: boolean;
  /**
   * Whether the route supports `If-Match`: the write succeeds only if the revision is still the one that the client
   * read, else the response is 412.
   */
  readonly conditionalWrite: boolean;
  /**
   * Whether the route responds with 201 when it created a resource, and with `success` when the resource already
   * existed.
   */
  readonly mayCreate: boolean;
  /** Whether the route responds with 200, and not with `success`, when it created nothing: it existed, or a dry run. */
  readonly mayExist: boolean;
  /** A rate limit in addition to the caller's, for expensive routes. */
  readonly extraRateLimit: ExtraRateLimit | null;
  /** Whether the response is a file of any media type instead of JSON. */
  readonly download: boolean;
  /** What the server-sent events of the response contain; null for a route that responds with JSON. */
  readonly events: string | null;
  /** Whether the route reports errors in its own JSON, as JSON-RPC does, and the gateway in problem documents. */
  readonly ownErrors: boolean;
  readonly calls: readonly AnyRequestType[];
  readonly success: number;
  /**
   * Further statuses of the protocol that the route serves, which are no problem documents. A body is
   * described like the body of a success.
   */
  readonly protocolStatuses: Readonly<Record<number, ProtocolStatus>>;
  run(call: Call<unknown, unknown, unknown>, send: SendRequest): Promise<RouteResponse>;
}

export interface ProtocolStatus {
  readonly description: string;
  readonly hasBody: boolean;
}

export const REQUEST_DEADLINE_MS = 10_000;
/** The longest time that may pass between the end of a long poll's `wait` and its response. */
export const WAIT_MARGIN_MS = 5_000;

/** A content of 5 MiB in base64, and the other fields. */
export const LARGE_BODY_LIMIT_BYTES = 7 * 1024 * 1024;

export type ExtraRateLimit = 'submission' | 'usage' | 'exchange';

class EmptyBody {}
const emptyBody = bodyOf(EmptyBody);

interface CommonOptions<Caller, Body extends object, Query> {
  readonly summary: string;
  /**
   * A verb, and an object where the verb alone is not clear: `getWallet`. Part of the API: generated clients name their
   * methods after it. By default the name of the request that the route sends; a composite route needs one.
   */
  readonly operationId?: string;
  readonly requires?: Policy<Caller>;
  readonly body?: BodySchema<Body>;
  /** The name of a string field of the body that may have megabytes. The body may have `LARGE_BODY_LIMIT_BYTES`. */
  readonly largeField?: keyof Body & string;
  readonly query?: (read: QueryReader) => Query;
  /**
   * By default, clients may send an idempotency key to a route that writes. A route can also require one. A route that
   * writes nothing ignores it.
   */
  readonly idempotencyKey?: IdempotencyRule | 'ignored';
  readonly deadlineMs?: (query: Query) => number;
  readonly conditionalRead?: boolean;
  readonly conditionalWrite?: boolean;
  readonly extraRateLimit?: ExtraRateLimit;
  readonly download?: boolean;
  readonly events?: string;
  readonly ownErrors?: boolean;
  /** The status of a successful response, 200 by default. */
  readonly success?: number;
  /** Whether the route responds with 200 instead when it created nothing: the resource existed, or a dry run. */
  readonly mayExist?: boolean;
}

/** A route that sends one request to one service. */
export interface ProxyRouteOptions<Caller, Body extends object, Query, Request, Reply> extends CommonOptions<
  Caller,
  Body,
  Query
> {
  readonly calls: RequestType<Request, Reply>;
  readonly request: (call: Call<Caller, Body, Query>) => Request;
  /** Returns the response body. By default the body is the reply itself, or empty for status 204. */
  readonly response?: (reply: Reply, call: Call<Caller, Body, Query>) => unknown;
  readonly headers?: (reply: Reply, call: Call<Caller, Body, Query>) => Readonly<Record<string, string>>;
  /** Returns the status when it depends on the reply, such as created or changed. */
  readonly status?: (reply: Reply) => number;
}

/** A route that sends several requests to services, or none. */
export interface CompositeRouteOptions<Caller, Body extends object, Query> extends CommonOptions<Caller, Body, Query> {
  readonly calls: readonly AnyRequestType[];
  readonly handle: (call: Call<Caller, Body, Query>, send: SendRequest) => Promise<RouteResponse>;
  readonly protocolStatuses?: Route['protocolStatuses'];
}

/** Creates the routes of one API. They have the same kind of caller and the same path prefix. */
export function routesFor<Caller>(callerKind: CallerKind, prefix: string) {
  function route<Body extends object, Query>(
    { method, path }: { readonly method: Method; readonly path: string },
    options: CommonOptions<Caller, Body, Query>,
    { calls, run, protocolStatuses = {} }: Pick<Route, 'calls' | 'run'> & Partial<Pick<Route, 'protocolStatuses'>>,
  ): Route {
    return {
      method,
      path: prefix + path,
      definedAs: `${method} ${prefix}${path}`,
      summary: options.summary,
      operationId: options.operationId ?? null,
      callerKind,
      requires: (options.requires as Policy<never> | undefined) ?? null,
      body: options.body ?? null,
      readBody: (options.body ?? emptyBody).read,
      largeField: options.largeField ?? null,
      readQuery: options.query ?? (() => ({})),
      idempotencyKey: idempotencyRule(method, options.idempotencyKey),
      deadlineMs: (options.deadlineMs as Route['deadlineMs'] | undefined) ?? null,
      conditionalRead: options.conditionalRead ?? false,
      conditionalWrite: options.conditionalWrite ?? false,
      mayCreate: 'status' in options,
      mayExist: options.mayExist ?? false,
      extraRateLimit: options.extraRateLimit ?? null,
      download: options.download ?? false,
      events: options.events ?? null,
      ownErrors: options.ownErrors ?? false,
      calls,
      success: options.success ?? 200,
      protocolStatuses,
      run,
    };
  }

  return {
    proxyRoute<Request, Reply, Body extends object = object, Query = object>(
      method: Method,
      path: string,
      options: ProxyRouteOptions<Caller, Body, Query, Request, Reply>,
    ): Route {
      return route({ method, path }, options, { calls: [options.calls], run: proxy(options) });
    },
    compositeRoute<Body extends object = object, Query = object>(
      method: Method,
      path: string,
      options: CompositeRouteOptions<Caller, Body, Query>,
    ): Route {
      return route({ method, path }, options, {
        calls: options.calls,
        ...(options.protocolStatuses && { protocolStatuses: options.protocolStatuses }),
        run: (call, send) => options.handle(call as Call<Caller, Body, Query>, send),
      });
    },
  };
}

function idempotencyRule(method: Method, given: IdempotencyRule | 'ignored' = 'accepted'): IdempotencyRule | null {
  return method === 'GET' || given === 'ignored' ? null : given;
}

function proxy<Caller, Body extends object, Query, Request, Reply>(
  options: ProxyRouteOptions<Caller, Body, Query, Request, Reply>,
): Route['run'] {
  const success = options.success ?? 200;
  const responseBody = options.response ?? ((reply: Reply) => reply);
  return async (erased, send) => {
    const call = erased as Call<Caller, Body, Query>;
    const { reply, replayed } = await send(options.calls, options.request(call));
    return {
      status: options.status?.(reply) ?? success,
      body: success === 204 ? undefined : responseBody(reply, call),
      headers: options.headers?.(reply, call),
      replayed,
    };
  };
}

/** The `Location` header of a resource that was just created. */
export function locationHeader(...segments: readonly string[]): { readonly location: string } {
  return {
    location: segments
      .map((segment) => (segment.startsWith('/') ? segment : `/${encodeURIComponent(segment)}`))
      .join(''),
  };
}

/**
 * The idempotency of a request to a route that requires a key. `mountRoutes` rejects requests without a key, so it is
 * always present here.
 */
export function requiredIdempotency(call: Call<unknown, unknown, unknown>): {
  readonly idempotency: RequestIdempotency;
} {
  const { idempotency } = call.idempotency;
  if (idempotency === undefined) throw new TypeError('the route does not require an Idempotency-Key');
  return { idempotency };
}

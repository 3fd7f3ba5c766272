/**
 * One entry of a route table: method, path, who may call, which body and query, what is asked of which service, and
 * how its reply becomes an answer. Tables are data; `http/mount.handler.ts` puts them on the server.
 */
import type { Once, RequestType } from '@kushk/contracts';
import { bodyReader, type BodyClass, type IdempotencyRule, type QueryReader } from '@kushk/edge';
import type { DoorName, Permission } from '../authentication/caller.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request as a route sees it: authenticated, its body and query checked. */
export interface Call<Caller, Body, Query> {
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** `{ once }` where the client sent an `Idempotency-Key`, else `{}`: spread it into the request to a service. */
  readonly once: { readonly once?: Once };
  /** Revision of `If-Match`, or null. */
  readonly ifMatch: number | null;
  /** Tags of `If-None-Match`: what the client has already. */
  readonly ifNoneMatch: readonly string[];
  readonly now: Date;
}

/** What a service told; `replayed` when it had told it before under the same `Idempotency-Key`. */
export interface Told<Reply> {
  readonly reply: Reply;
  readonly replayed: boolean;
}

export interface AskOptions {
  readonly timeoutMs?: number;
  /** Another scope than our own: the hub asking one instance. */
  readonly scope?: string;
}

/** Asks a service in the name of the caller. Throws `Refused` for its refusal, and `service.unavailable` when it is down. */
export type Ask = <Request, Reply>(
  type: RequestType<Request, Reply>,
  request: Request,
  options?: AskOptions,
) => Promise<Told<Reply>>;

export interface Written {
  readonly tag: string;
  /** JSON, asked for only where the client does not have it yet. */
  readonly text: () => string | Buffer;
}

/** `Body` is what documents say of the body; nothing checks it here. */
export interface Answer<Body = unknown> {
  readonly status: number;
  /** JSON; undefined sends no body. */
  readonly body?: Body;
  /** The body of a tagged answer as it was written before: what is large is neither written nor hashed again. */
  readonly written?: Written;
  readonly headers?: Readonly<Record<string, string>>;
  readonly replayed?: boolean;
}

/** A request type whatever it carries, as tables keep it for documents. */
// The types of a request are contravariant and only `any` accepts all of them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyRequestType = RequestType<any, any>;

export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly door: DoorName;
  readonly permission: Permission<never> | null;
  readonly bodyClass: BodyClass<object> | null;
  readonly readBody: (value: unknown) => object;
  readonly readQuery: (query: QueryReader) => unknown;
  readonly idempotency: IdempotencyRule | null;
  readonly deadlineMs: (query: unknown) => number;
  /** Whether answers carry an `ETag`, and are 304 where the client has them already. */
  readonly tagged: boolean;
  /** Whether `If-Match` is heard: only over the revision that was read, else 412. */
  readonly conditional: boolean;
  /** Whether it answers 201 where something was made, and its usual status where it was there. */
  readonly mayCreate: boolean;
  /** A limit besides that of the caller: what is dear has a rate of its own. */
  readonly rate: ExtraRate | null;
  readonly asks: readonly AnyRequestType[];
  readonly success: number;
  run(call: Call<unknown, unknown, unknown>, ask: Ask): Promise<Answer>;
}

export const REQUEST_DEADLINE_MS = 10_000;
/** A long poll is answered so long after its `wait` at the latest (contract §3). */
export const WAIT_MARGIN_MS = 5_000;

export type ExtraRate = 'submission';

class NoBody {}
const readNothing = bodyReader(NoBody);

interface Common<Caller, Body extends object, Query> {
  readonly summary: string;
  readonly may?: Permission<Caller>;
  readonly body?: BodyClass<Body>;
  readonly query?: (read: QueryReader) => Query;
  /** Writes accept a key unless they require one. */
  readonly idempotency?: IdempotencyRule;
  readonly deadlineMs?: (query: Query) => number;
  readonly tagged?: boolean;
  readonly conditional?: boolean;
  readonly rate?: ExtraRate;
  /** Status of success: 200 by default. */
  readonly success?: number;
}

/** A route that is one question to one service. */
export interface AskingSpec<Caller, Body extends object, Query, Request, Reply> extends Common<Caller, Body, Query> {
  readonly asks: RequestType<Request, Reply>;
  readonly request: (call: Call<Caller, Body, Query>) => Request;
  /** The body of the answer; the reply itself by default, and none for status 204. */
  readonly shows?: (reply: Reply, call: Call<Caller, Body, Query>) => unknown;
  readonly headers?: (reply: Reply, call: Call<Caller, Body, Query>) => Readonly<Record<string, string>>;
  /** Where the status depends on the reply (created or changed). */
  readonly status?: (reply: Reply) => number;
}

/** A route that takes several questions. */
export interface FlowingSpec<Caller, Body extends object, Query> extends Common<Caller, Body, Query> {
  readonly asks: readonly AnyRequestType[];
  readonly flow: (call: Call<Caller, Body, Query>, ask: Ask) => Promise<Answer>;
}

/** Makes the routes of one API: all behind one door, under one prefix. */
export function routesBehind<Caller>(door: DoorName, prefix: string) {
  function route<Body extends object, Query>(
    method: Method,
    path: string,
    spec: Common<Caller, Body, Query>,
    asks: readonly AnyRequestType[],
    run: Route['run'],
  ): Route {
    return {
      method,
      path: prefix + path,
      summary: spec.summary,
      door,
      permission: (spec.may as Permission<never> | undefined) ?? null,
      bodyClass: spec.body ?? null,
      readBody: spec.body ? bodyReader(spec.body) : readNothing,
      readQuery: spec.query ?? (() => ({})),
      idempotency: method === 'GET' ? null : (spec.idempotency ?? 'accepted'),
      deadlineMs: (spec.deadlineMs as ((query: unknown) => number) | undefined) ?? (() => REQUEST_DEADLINE_MS),
      tagged: spec.tagged ?? false,
      conditional: spec.conditional ?? false,
      mayCreate: 'status' in spec,
      rate: spec.rate ?? null,
      asks,
      success: spec.success ?? 200,
      run,
    };
  }

  return {
    asking<Request, Reply, Body extends object = object, Query = object>(
      method: Method,
      path: string,
      spec: AskingSpec<Caller, Body, Query, Request, Reply>,
    ): Route {
      const success = spec.success ?? 200;
      return route(method, path, spec, [spec.asks], async (erased, ask) => {
        const call = erased as Call<Caller, Body, Query>;
        const { reply, replayed } = await ask(spec.asks, spec.request(call));
        return {
          status: spec.status?.(reply) ?? success,
          body: success === 204 ? undefined : spec.shows ? spec.shows(reply, call) : reply,
          ...(spec.headers && { headers: spec.headers(reply, call) }),
          replayed,
        };
      });
    },
    flowing<Body extends object = object, Query = object>(
      method: Method,
      path: string,
      spec: FlowingSpec<Caller, Body, Query>,
    ): Route {
      return route(method, path, spec, spec.asks, (call, ask) => spec.flow(call as Call<Caller, Body, Query>, ask));
    },
  };
}

/** `Location` of something just created. */
export function locatedAt(...segments: readonly string[]): Readonly<Record<string, string>> {
  return {
    location: segments
      .map((segment) => (segment.startsWith('/') ? segment : `/${encodeURIComponent(segment)}`))
      .join(''),
  };
}

/** The `Once` of a route that requires a key: mounting has made sure that there is one. */
export function requiredOnce(call: Call<unknown, unknown, unknown>): { readonly once: Once } {
  const { once } = call.once;
  if (once === undefined) throw new TypeError('this route was declared without a required Idempotency-Key');
  return { once };
}

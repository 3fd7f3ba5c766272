import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Broker } from '@kushk/broker';
import type { Once } from '@kushk/contracts';
import { contentTag, hashCredential, inputHash } from '@kushk/credentials';
import {
  givenTraceparent,
  idempotencyKey,
  ifMatch,
  ifNoneMatch,
  isKnown,
  type ProblemWriter,
  QueryReader,
  readOnlyJson,
  REPLAYED_HEADER,
  sendJson,
  type Query,
} from '@kushk/edge';
import { inSpan, log, now, SpanKind } from '@kushk/runtime';
import type { Entered } from '../authentication/caller.js';
import type { Doors } from '../authentication/door.js';
import { showToPage } from '../plugin/page-access.handler.js';
import { askingFor } from './asking.handler.js';
import { HeldRequests } from './held-requests.js';
import { measureRequest } from './measure.handler.js';
import { assertReadablePath } from './path-parameters.js';
import type { RateGate } from './rate-gate.js';
import { REQUEST_DEADLINE_MS, type Answer, type Ask, type Call, type Route, type Written } from './route.js';
import { refuseOtherMethods } from './wrong-method.handler.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the door, before the body is read. */
    entered: Entered<unknown> | null;
    /** `performance.now()` when the request came. */
    cameAtMs: number;
  }
}

export interface Mounting {
  readonly broker: Broker;
  readonly doors: Doors;
  readonly problems: ProblemWriter;
  readonly rateOf: (route: Route) => RateGate;
  /** Keys the hashes of request bodies that are stored: a plain one would let a weak secret in a body be guessed. */
  readonly pepper: Buffer;
}

type Mounted = Mounting & { readonly held: HeldRequests };

/** Puts route tables on the server, each request: door → permission → rate → body → route → answer. */
export async function mount(server: FastifyInstance, routes: readonly Route[], mounting: Mounting): Promise<void> {
  const held = new HeldRequests();
  server.addHook('preClose', (closing) => {
    held.end();
    closing();
  });
  await server.register((scope, _options, done) => {
    readOnlyJson(scope);
    scope.decorateRequest('entered', null);
    scope.decorateRequest('cameAtMs', 0);
    scope.setErrorHandler((error, request, reply) => mounting.problems.send(request, reply, error));
    scope.addHook('onResponse', (request, reply, end) => {
      report(request, reply);
      end();
    });
    for (const route of routes) mountOne(scope, route, { ...mounting, held });
    refuseOtherMethods(scope, routes);
    done();
  });
}

function mountOne(scope: FastifyInstance, route: Route, mounting: Mounted): void {
  const door = mounting.doors[route.door];
  const rate = mounting.rateOf(route);
  scope.route({
    method: route.method,
    url: route.path,
    onRequest: async (request, reply) => {
      request.cameAtMs = performance.now();
      if (route.door === 'plugin') showToPage(request, reply);
      assertReadablePath(request.params as Readonly<Record<string, string>>);
      const entered = await door.enter(
        request,
        asking(mounting.broker, request, { kind: 'system' }, REQUEST_DEADLINE_MS),
      );
      request.entered = entered;
      rate(entered, request.cameAtMs, (name, value) => reply.header(name, value));
      route.permission?.check(entered.caller as never);
    },
    handler: (request, reply) =>
      inSpan(`${route.method} ${route.path}`, { kind: SpanKind.INTERNAL }, async () => {
        const entered = request.entered!;
        const call = callOf(route, request, { entered, pepper: mounting.pepper });
        const deadlineMs = route.deadlineMs(call.query);
        const work = route.run(call, asking(mounting.broker, request, entered.actor, deadlineMs));
        const isHeld = deadlineMs > REQUEST_DEADLINE_MS && route.method === 'GET';
        // A connection that stays open for the next request would keep a gateway that stops.
        const answer = await (isHeld
          ? mounting.held.until(work, () => void reply.header('connection', 'close'))
          : work);
        return route.tagged ? sendTagged(request, reply, answer, call.ifNoneMatch) : send(request, reply, answer);
      }),
  });
}

function asking(broker: Broker, request: FastifyRequest, actor: Entered<unknown>['actor'], deadlineMs: number): Ask {
  return askingFor(broker, {
    actor,
    requestId: request.id,
    traceparent: givenTraceparent(request.headers['traceparent']),
    deadlineAtMs: request.cameAtMs + deadlineMs,
  });
}

/** An idempotency key counts for its caller; the hash tells whether it comes again for the same thing or for another. */
function callOf(
  route: Route,
  request: FastifyRequest,
  { entered, pepper }: { entered: Entered<unknown>; pepper: Buffer },
): Call<unknown, unknown, unknown> {
  const reader = new QueryReader(request.query as Query);
  const query = route.readQuery(reader);
  reader.done();
  const params = request.params as Readonly<Record<string, string>>;
  const key = route.idempotency === null ? null : idempotencyKey(request.headers['idempotency-key'], route.idempotency);
  const body = route.readBody(request.body);
  const once =
    key === null
      ? {}
      : {
          once: {
            scope: entered.name,
            key,
            input_hash: hashCredential(pepper, inputHash([route.method, route.path, params, body])),
          } satisfies Once,
        };
  return { caller: entered.caller, params, query, body, once, ...conditionsOf(route, request), now: now() };
}

/** Conditions are read where they are heard: elsewhere they mean nothing (RFC 9110, section 13.2.1), not even when they are malformed. */
function conditionsOf(
  { conditional, tagged }: Route,
  { headers }: FastifyRequest,
): Pick<Call<unknown, unknown, unknown>, 'ifMatch' | 'ifNoneMatch'> {
  return {
    ifMatch: conditional ? ifMatch(headers['if-match']) : null,
    ifNoneMatch: conditional || tagged ? ifNoneMatch(headers['if-none-match']) : [],
  };
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.replayed === true) reply.header(REPLAYED_HEADER, 'true');
  return sendJson(request, reply, answer);
}

/** What the client has already is 304, with the tag and without a body. */
function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  known: readonly string[],
): FastifyReply {
  const { tag, text } = answer.written ?? writtenNow(answer.body);
  const headers = { ...answer.headers, etag: `"${tag}"` };
  return sendJson(
    request,
    reply,
    isKnown(tag, known) ? { status: 304, headers } : { status: answer.status, text: text(), headers },
  );
}

function writtenNow(body: unknown): Written {
  const text = JSON.stringify(body);
  return { tag: contentTag(text), text: () => text };
}

/** One line and one measurement per request. */
function report(request: FastifyRequest, reply: FastifyReply): void {
  const ms = performance.now() - request.cameAtMs;
  const route = request.routeOptions.url ?? 'none';
  measureRequest(request.method, route, reply.statusCode, ms);
  log.info(
    {
      request_id: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(ms * 10) / 10,
      caller: request.entered?.name,
    },
    'request answered',
  );
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Broker } from '@kushk/broker';
import { tenantOf, type Actor } from '@kushk/contracts';
import {
  givenTraceparent,
  JSON_DEPTH_LIMIT,
  readLargeJson,
  readOnlyJson,
  Refused,
  type ProblemWriter,
} from '@kushk/edge';
import { inSpan, log, SpanKind, traceIdOf, traceparent, withLogFields } from '@kushk/runtime';
import type { Authenticators } from '../authentication/authenticator.js';
import type { Authenticated } from '../authentication/caller.js';
import type { LimitFailures } from '../authentication/failed-authentication-limit.js';
import type { ChangeHub } from '../changes/change-hub.js';
import { allowOrigin } from '../plugin/cors.js';
import type { ReceivedCallSharing } from '../plugin/received-call-sharing.js';
import { admitBody, BodyAdmission } from './body-admission.js';
import { currentCaller } from './current-caller.js';
import { httpContextOf } from './http-context.js';
import { withBatches, type BatchedRequests } from './batched-requests.js';
import { endOfTurn } from './end-of-turn.js';
import { LongPolls } from './long-polls.js';
import { rejectOtherMethods } from './method-not-allowed.js';
import { assertNoNul } from './path-parameters.js';
import type { RateCheck } from './rate-checks.js';
import { readCall } from './read-call.js';
import { recordBody, recordCalls } from './record-call.js';
import { recordRequest } from './request-metrics.js';
import { ReplyBudget } from './reply-budget.js';
import { whenRequestEnds } from './request-end.js';
import { requestSender, type RequestOrigin } from './request-sender.js';
import { LARGE_BODY_LIMIT_BYTES, REQUEST_DEADLINE_MS, type Route, type SendRequest } from './route.js';
import { sendResponse } from './send-response.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The value of `performance.now()` when the request headers had arrived. */
    receivedAtMs: number;
    /** The value of the route's `largeField`. */
    largeValue: Buffer | null;
    /** The code of the problem that answers the request. */
    problemCode: string | null;
  }
}

export interface MountOptions {
  readonly broker: Broker;
  readonly authenticators: Authenticators;
  readonly problems: ProblemWriter;
  readonly limitFailures: LimitFailures;
  /** The credential of a request, of which a client could guess another one. */
  readonly credentialOf: (request: FastifyRequest) => string | undefined;
  readonly rateCheckOf: (route: Route) => RateCheck;
  readonly batched: BatchedRequests;
  /**
   * The HMAC key for stored hashes of request bodies. Without a key, an attacker could guess a weak secret in a body
   * from its hash.
   */
  readonly pepper: Buffer;
  readonly changes: ChangeHub;
  /** Records the requests to the plugin API; null in production. */
  readonly receivedCalls: ReceivedCallSharing | null;
}

type MountContext = MountOptions & {
  readonly longPolls: LongPolls;
  readonly bodies: BodyAdmission;
  readonly replies: ReplyBudget;
};

/**
 * Registers the routes of route tables. Each request passes through these steps: authenticator, rate limits, policy,
 * body validation, route, response.
 */
export async function mountRoutes(
  server: FastifyInstance,
  routes: readonly Route[],
  options: MountOptions,
): Promise<void> {
  const longPolls = new LongPolls();
  const bodies = new BodyAdmission();
  server.addHook('preClose', (done) => {
    longPolls.stop();
    options.changes.stop();
    done();
  });
  await server.register((scope, _options, done) => {
    const onBody = options.receivedCalls === null ? undefined : recordBody;
    readOnlyJson(scope, undefined, onBody);
    scope.decorateRequest('authenticated', null);
    scope.decorateRequest('authenticatedAtMs', 0);
    scope.decorateRequest('receivedAtMs', 0);
    scope.decorateRequest('largeValue', null);
    scope.decorateRequest('work', null);
    scope.decorateRequest('endListeners', null);
    scope.decorateRequest('isRecheck', false);
    scope.decorateRequest('allowedOrigin', null);
    scope.decorateRequest('problemCode', null);
    scope.setErrorHandler((error, request, reply) => {
      request.problemCode = error instanceof Refused ? error.code : null;
      return options.problems.send(request, reply, error);
    });
    scope.addHook('onResponse', (request, reply, end) => {
      report(request, reply);
      end();
    });
    if (options.receivedCalls !== null) recordCalls(scope, options.receivedCalls);
    const context = { ...options, longPolls, bodies, replies: new ReplyBudget() };
    for (const route of routes)
      if (route.largeField === null) mountRoute(scope, route, context);
      else mountLargeRoute(scope, { ...route, largeField: route.largeField }, context);
    rejectOtherMethods(scope, routes);
    done();
  });
}

/** Registers a route in a scope of its own, because the parser of bodies belongs to a scope. */
function mountLargeRoute(
  scope: FastifyInstance,
  route: Route & { readonly largeField: string },
  context: MountContext,
): void {
  void scope.register((own, _options, done) => {
    const limits = { field: route.largeField, bytes: LARGE_BODY_LIMIT_BYTES, depth: JSON_DEPTH_LIMIT };
    const onValue = (request: FastifyRequest, value: Buffer | null): void => {
      request.largeValue = value;
    };
    readLargeJson(own, limits, { onValue, ...(context.receivedCalls !== null && { onBody: recordBody }) });
    mountRoute(own, route, context);
    done();
  });
}

function mountRoute(scope: FastifyInstance, route: Route, context: MountContext): void {
  const authenticator = context.authenticators[route.callerKind];
  const checkRate = context.rateCheckOf(route);
  const gateway: Actor = { kind: 'system' };
  scope.route({
    method: route.method,
    url: route.path,
    ...(route.largeField !== null && { bodyLimit: LARGE_BODY_LIMIT_BYTES }),
    onRequest: async (request, reply) => {
      request.receivedAtMs = performance.now();
      const params = request.params as Readonly<Record<string, string>>;
      assertNoNul(params);
      const send = senderFor(request, context.broker, { actor: gateway, deadlineMs: REQUEST_DEADLINE_MS });
      const setHeader = (name: string, value: string): void => void reply.header(name, value);
      const attempt = {
        ip: request.ip,
        credential: context.credentialOf(request),
        nowMs: request.receivedAtMs,
        setHeader,
      };
      let authenticated: Authenticated<unknown>;
      try {
        authenticated = await context.limitFailures(attempt, () => authenticator.authenticate(request, send));
      } finally {
        if (route.callerKind === 'plugin') allowOrigin(request, reply);
      }
      request.authenticated = authenticated;
      request.authenticatedAtMs = performance.now();
      checkRate(authenticated, request.receivedAtMs, setHeader);
      if (authenticated.rejection !== undefined) throw authenticated.rejection;
      route.requires?.check(authenticated.caller as never, params);
      await admitBody(context.bodies, { request, reply }, authenticated);
    },
    handler: (request, reply) =>
      withLogFields({ request_id: request.id, trace_id: traceOf(request) }, () =>
        inSpan(`${route.method} ${route.path}`, { kind: SpanKind.INTERNAL }, () => {
          const work = runRoute(route, { request, reply }, context).finally(() => endWork(request));
          request.work = work;
          return work;
        }),
      ),
  });
}

/**
 * Frees the memory of a large value at once. The garbage collector would free it only after many of them, because it
 * looks at the process's heap and not at buffers.
 */
function endWork(request: FastifyRequest): void {
  const { largeValue } = request;
  request.work = null;
  request.largeValue = null;
  if (largeValue !== null && largeValue.buffer instanceof ArrayBuffer) largeValue.buffer.transfer(0);
}

interface RunningRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function runRoute(
  route: Route,
  { request, reply }: RunningRequest,
  context: MountContext,
): Promise<FastifyReply> {
  const { broker, batched, longPolls, replies, pepper, changes } = context;
  endWhenStalled(reply);
  const callerNow = (): Promise<Authenticated<unknown>> => currentCaller(route, request, context);
  const authenticated = await callerNow();
  const http = httpContextOf(request, reply, { callerName: authenticated.name, callerNow, changes });
  const call = readCall(route, request, { authenticated, pepper, http });
  const deadlineMs = route.deadlineMs?.(call.query) ?? REQUEST_DEADLINE_MS;
  const { accept: acceptReply, release } = replies.ofRequest(tenantOf(authenticated.actor) ?? authenticated.name);
  whenRequestEnds(request, reply, release);
  const send = senderFor(request, broker, { actor: authenticated.actor, deadlineMs, acceptReply });
  const work = route.run(call, withBatches(send, batched));
  const isLongPoll = deadlineMs > REQUEST_DEADLINE_MS && route.method === 'GET';
  const response = await (isLongPoll
    ? // A keep-alive connection that stays open for the next request would delay the shutdown of the gateway.
      longPolls.run(work, () => void reply.header('connection', 'close'))
    : work);
  if (route.deadlineMs !== null) await callerNow();
  await endOfTurn();
  return sendResponse(route, { request, reply, knownTags: call.ifNoneMatch, callerNow }, response);
}

/**
 * Without a listener, Node ends each connection without traffic (`connectionTimeout`), also while the client waits for
 * a long poll or for the next entry of an export.
 */
function endWhenStalled({ raw }: FastifyReply): void {
  raw.on('timeout', () => {
    if ((raw.socket?.writableLength ?? 0) > 0) raw.destroy();
  });
}

function senderFor(
  request: FastifyRequest,
  broker: Broker,
  { deadlineMs, ...options }: Pick<RequestOrigin, 'actor' | 'acceptReply'> & { readonly deadlineMs: number },
): SendRequest {
  return requestSender(broker, {
    ...options,
    requestId: request.id,
    traceparent: givenTraceparent(request.headers['traceparent']),
    deadlineAtMs: request.receivedAtMs + deadlineMs,
  });
}

function traceOf({ headers }: FastifyRequest): string | undefined {
  return traceIdOf(traceparent() ?? givenTraceparent(headers['traceparent']));
}

/** Writes one log line and records one measurement per request. */
function report(request: FastifyRequest, reply: FastifyReply): void {
  const ms = performance.now() - request.receivedAtMs;
  const route = request.routeOptions.url ?? 'none';
  recordRequest({ method: request.method, route, status: reply.statusCode, ms });
  log.info(
    {
      request_id: request.id,
      trace_id: traceOf(request),
      method: request.method,
      route,
      status: reply.statusCode,
      duration_ms: Math.round(ms * 10) / 10,
      caller: request.authenticated?.name,
    },
    'http request handled',
  );
}

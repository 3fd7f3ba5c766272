/**
 * Signing in with a browser (docs/reference/sign-in.md): the way to the provider and back, and the provider's
 * back-channel logout. These are no routes of the tables: they redirect, answer with a document or read a form.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Broker } from '@kushk/broker';
import { givenTraceparent, Refused, setCommonHeaders, type ProblemWriter } from '@kushk/edge';
import { log } from '@kushk/runtime';
import type { LimitFailures } from '../authentication/failed-authentication-limit.js';
import type { SessionRequests } from '../authentication/person-identifier.js';
import type { SignInClient } from '../authentication/sign-in.client.js';
import { rejectOtherMethods } from '../http/method-not-allowed.js';
import { recordRequest } from '../http/request-metrics.js';
import { requestSender } from '../http/request-sender.js';
import { REQUEST_DEADLINE_MS, type SendRequest } from '../http/route.js';
import type { BrowserRedirect, BrowserSignIn } from './browser-sign-in.js';
import { failedSignInHeaders, failedSignInPage } from './failed-sign-in-page.js';
import { returnPath } from './return-path.js';
import { languageOfPages } from './session-cookies.js';

export interface SignInRoutesOptions {
  readonly broker: Broker;
  readonly browserSignIn: BrowserSignIn;
  readonly sessions: SessionRequests;
  readonly signIn: SignInClient;
  readonly clientId: string;
  readonly problems: ProblemWriter;
  readonly limitFailures: LimitFailures;
}
const SIGN_IN = '/session/sign-in';
const CALLBACK = '/session/callback';
const LOGOUT = '/session/backchannel-logout';
const LOGOUT_BODY_LIMIT_BYTES = 16 * 1024;
const FORM = 'application/x-www-form-urlencoded';

export async function mountSignIn(server: FastifyInstance, options: SignInRoutesOptions): Promise<void> {
  const { browserSignIn, broker, problems } = options;
  await server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: LOGOUT_BODY_LIMIT_BYTES }, (_request, body, end) =>
      end(null, new URLSearchParams(body as string)),
    );
    scope.setErrorHandler((error, request, reply) => problems.send(request, reply, error));
    scope.addHook('onResponse', (request, reply, end) => {
      report(request, reply);
      end();
    });
    const navigate = (next: (request: FastifyRequest, reply: FastifyReply) => Promise<BrowserRedirect>) => ({
      exposeHeadRoute: false,
      handler: (request: FastifyRequest, reply: FastifyReply) => redirect({ request, reply }, next(request, reply)),
    });
    const contextOf = (request: FastifyRequest, reply: FastifyReply) => ({
      send: senderOf(broker, request),
      setHeader: (name: string, value: string): void => void reply.header(name, value),
    });
    scope.get(
      SIGN_IN,
      navigate((request, reply) => browserSignIn.begin(request, contextOf(request, reply))),
    );
    scope.get(
      CALLBACK,
      navigate((request, reply) => browserSignIn.complete(request, contextOf(request, reply))),
    );
    scope.post(LOGOUT, async (request, reply) => {
      await endAtProvider(options, { request, reply });
      setCommonHeaders(request, reply);
      return reply.code(200).send();
    });
    rejectOtherMethods(scope, [
      { method: 'GET', path: SIGN_IN },
      { method: 'GET', path: CALLBACK },
      { method: 'POST', path: LOGOUT },
    ]);
    done();
  });
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function redirect({ request, reply }: Exchange, next: Promise<BrowserRedirect>): Promise<FastifyReply> {
  try {
    const { location, cookies } = await next;
    return reply
      .code(303)
      .headers({
        location,
        'set-cookie': [...cookies],
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-request-id': request.id,
      })
      .send();
  } catch (error) {
    const refused = error instanceof Refused ? error : null;
    if (refused === null) log.error({ err: error, request_id: request.id }, 'sign-in failed unexpectedly');
    const returnTo = returnPath((request.query as Readonly<Record<string, unknown>>)['return_to']);
    const { status, html } = failedSignInPage(refused, {
      language: languageOfPages(request.headers),
      again: `${SIGN_IN}?${new URLSearchParams({ return_to: returnTo }).toString()}`,
      requestId: request.id,
    });
    const retryAfter = refused?.retryAfterSeconds ?? null;
    if (retryAfter !== null) reply.header('retry-after', String(retryAfter));
    return reply.code(status).headers(failedSignInHeaders).header('x-request-id', request.id).send(html);
  }
}

/** Errors are 400, as the specification requires, and count as failed authentication of the address. */
async function endAtProvider(
  { broker, sessions, signIn, clientId, limitFailures }: SignInRoutesOptions,
  { request, reply }: Exchange,
): Promise<void> {
  const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null;
  if (token === null) throw Refused.with('request.malformed', { reason: 'the form has no logout_token' });
  const attempt = {
    ip: request.ip,
    credential: token,
    nowMs: performance.now(),
    setHeader: (name: string, value: string): void => void reply.header(name, value),
  };
  const logout = await limitFailures(attempt, () => signIn.readLogoutToken(token, clientId)).catch((error: unknown) => {
    const isInvalid = error instanceof Refused && error.code === 'auth.token_invalid';
    throw isInvalid ? Refused.with('request.malformed', { reason: 'the logout_token is not valid' }) : error;
  });
  await senderOf(broker, request)(sessions.endProviderSession, {
    issuer: logout.issuer,
    subject: logout.subject,
    provider_session_key: logout.sessionKey,
    issued_at: logout.issuedAt.toISOString(),
  });
}

function senderOf(broker: Broker, request: FastifyRequest): SendRequest {
  return requestSender(broker, {
    actor: { kind: 'system' },
    requestId: request.id,
    traceparent: givenTraceparent(request.headers['traceparent']),
    deadlineAtMs: performance.now() + REQUEST_DEADLINE_MS,
  });
}

function report(request: FastifyRequest, reply: FastifyReply): void {
  const [method, status, ms] = [request.method, reply.statusCode, reply.elapsedTime];
  const route = request.routeOptions.url ?? 'none';
  recordRequest({ method, route, status, ms });
  log.info(
    { request_id: request.id, method, route, status, duration_ms: Math.round(ms * 10) / 10 },
    'http request handled',
  );
}

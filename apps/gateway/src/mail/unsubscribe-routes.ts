/**
 * Ends the e-mails to a person (docs/reference/notifications.md#e-mail). Mail programs send the POST without asking
 * (RFC 8058); a person opens the page, which changes nothing, because programs that check links open it too.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Broker } from '@kushk/broker';
import type { MailRequests } from '@kushk/contracts';
import { codeEntry, givenTraceparent, RateLimiter, Refused, takeTokens, type RatePolicy } from '@kushk/edge';
import { log } from '@kushk/runtime';
import { limitedAddress } from '../authentication/client-address.js';
import { rejectOtherMethods } from '../http/method-not-allowed.js';
import { recordRequest } from '../http/request-metrics.js';
import { requestSender } from '../http/request-sender.js';
import { REQUEST_DEADLINE_MS } from '../http/route.js';
import { plainPageHeaders } from '../session/plain-page.js';
import { languageOfPages } from '../session/session-cookies.js';
import { unsubscribePage, type UnsubscribeStep } from './unsubscribe-page.js';

const PATH = '/unsubscribe';
const BODY_LIMIT_BYTES = 4 * 1024;
const TOKEN_MAX_CHARACTERS = 1_000;
const HEADERS = plainPageHeaders('self');

interface UnsubscribeOptions {
  readonly broker: Broker;
  readonly mails: MailRequests;
  /** Undefined: nothing is limited. */
  readonly perAddress: RatePolicy | undefined;
}

export async function mountUnsubscribe(server: FastifyInstance, options: UnsubscribeOptions): Promise<void> {
  const limiter = options.perAddress === undefined ? null : new RateLimiter(options.perAddress);
  await server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // The form says what the address says already.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES }, (_request, _body, end) =>
      end(null, null),
    );
    scope.addHook('onResponse', (request, reply, end) => {
      const [method, status, ms] = [request.method, reply.statusCode, reply.elapsedTime];
      recordRequest({ method, route: PATH, status, ms });
      log.info({ request_id: request.id, method, route: PATH, status }, 'http request handled');
      end();
    });
    scope.get(PATH, { exposeHeadRoute: false }, (request, reply) => show({ request, reply }, 'confirm', 200));
    scope.post(PATH, async (request, reply) => {
      try {
        if (limiter !== null)
          takeTokens([{ limiter, key: limitedAddress(request.ip) }], performance.now(), (name, value) => {
            void reply.header(name, value);
          });
        await unsubscribe(options, request);
        return await show({ request, reply }, 'done', 200);
      } catch (error) {
        if (!(error instanceof Refused)) log.error({ err: error, request_id: request.id }, 'unsubscribe failed');
        const status = error instanceof Refused ? (codeEntry(error.code)?.status ?? 500) : 500;
        return await show({ request, reply }, status === 404 ? 'unknown' : 'failed', status);
      }
    });
    rejectOtherMethods(scope, [
      { method: 'GET', path: PATH },
      { method: 'POST', path: PATH },
    ]);
    done();
  });
}

function tokenOf({ query }: FastifyRequest): string {
  const { token } = query as Readonly<Record<string, unknown>>;
  return typeof token === 'string' ? token : '';
}

async function unsubscribe({ broker, mails }: UnsubscribeOptions, request: FastifyRequest): Promise<void> {
  const token = tokenOf(request);
  if (token === '' || token.length > TOKEN_MAX_CHARACTERS) throw Refused.with('subscription.not_found');
  const send = requestSender(broker, {
    actor: { kind: 'system' },
    requestId: request.id,
    traceparent: givenTraceparent(request.headers['traceparent']),
    deadlineAtMs: performance.now() + REQUEST_DEADLINE_MS,
  });
  await send(mails.unsubscribe, { token });
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function show({ request, reply }: Exchange, step: UnsubscribeStep, status: number): Promise<FastifyReply> {
  const action = `${PATH}?${new URLSearchParams({ token: tokenOf(request) }).toString()}`;
  const html = unsubscribePage(step, { language: languageOfPages(request.headers), action });
  return reply.code(status).headers(HEADERS).header('x-request-id', request.id).send(html);
}

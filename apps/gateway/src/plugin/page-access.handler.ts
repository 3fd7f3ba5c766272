/**
 * A plugin's page calls this API from its own origin with a handle (seed: Embedded pages 4), so browsers must be told
 * that they may show it the answers (Fetch, CORS protocol). Any origin may ask: nothing here works by cookie, and
 * whether a handle belongs to the origin is checked by the door.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const PREFLIGHT_KEPT_SECONDS = '600';

const preflight: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, if-match, if-none-match, x-request-id, traceparent',
  'access-control-max-age': PREFLIGHT_KEPT_SECONDS,
};

/** Lets the page that asked read the answer, a problem too. */
export function showToPage(request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'etag, location, retry-after, x-request-id, idempotency-replayed, ratelimit',
    vary: 'origin',
  });
}

/** Answers the question that a browser asks before the request itself. */
export function answerPreflights(server: FastifyInstance): void {
  server.options('/i/:installation_id/plugin/v1/*', (request, reply) => {
    showToPage(request, reply);
    return reply.code(204).headers(preflight).send();
  });
}

/**
 * CORS for the plugin API. A page of a plugin calls this API from its own origin, with a handle. All origins are
 * allowed: no cookie authenticates requests here, and the authenticator checks that the handle was sealed for the
 * calling origin.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const PREFLIGHT_MAX_AGE_SECONDS = '600';

const preflightHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, if-match, if-none-match, x-request-id, traceparent',
  'access-control-max-age': PREFLIGHT_MAX_AGE_SECONDS,
};

/** Allows the calling page to read the response, including problem documents. */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'etag, location, retry-after, x-request-id, idempotency-replayed, ratelimit',
    vary: 'origin',
  });
}

/** Responds to the preflight requests of browsers. */
export function mountPreflight(server: FastifyInstance): void {
  server.options('/i/:installation_id/plugin/v1/*', (request, reply) => {
    allowOrigin(request, reply);
    return reply.code(204).headers(preflightHeaders).send();
  });
}

/**
 * CORS for the plugin API. A page of a plugin calls this API from its own origin, with a handle. Exactly that origin
 * may read the responses: the origin that the handle names and the request comes from. A preflight has no handle, so it
 * is answered for the origin of the plugin's pages, which the installation service knows from the signed manifest.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refused, type ProblemWriter } from '@kushk/edge';
import type { LimitFailures } from '../authentication/failed-authentication-limit.js';
import type { PluginLookups } from '../authentication/installation-token-authenticator.js';
import { assertNoNul } from '../http/path-parameters.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The origin that may read the response: set by the authenticator of plugins, else null. */
    allowedOrigin: string | null;
  }
}

const PREFLIGHT_MAX_AGE_SECONDS = '600';
const VARY = { vary: 'origin' };

const preflightHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, if-match, if-none-match, x-request-id, traceparent',
  'access-control-max-age': PREFLIGHT_MAX_AGE_SECONDS,
};

/** Allows the page whose handle the request has to read the response, including problem documents. */
export function allowOrigin({ allowedOrigin }: FastifyRequest, reply: FastifyReply): void {
  reply.headers(VARY);
  if (allowedOrigin === null) return;
  reply.headers({
    'access-control-allow-origin': allowedOrigin,
    'access-control-expose-headers': 'etag, location, retry-after, x-request-id, idempotency-replayed, ratelimit',
  });
}

export interface PreflightOptions {
  readonly loadInstallation: PluginLookups['installation'];
  readonly limitFailures: LimitFailures;
  readonly problems: ProblemWriter;
}

/**
 * Responds to the preflight requests of browsers. Every response is 204; only the one to a page of the plugin allows
 * the request that follows. Requests of other origins count as failed authentication of their address, because anyone
 * can send them and each costs a lookup.
 */
export function mountPreflight(server: FastifyInstance, options: PreflightOptions): void {
  server.options<{ Params: { installation_id: string } }>('/i/:installation_id/plugin/v1/*', async (request, reply) => {
    reply.headers(VARY);
    try {
      const { origin } = request.headers;
      assertNoNul(request.params);
      const isAllowed = origin !== undefined && (await isOriginOfPage(request, origin, options));
      if (isAllowed) reply.headers({ ...preflightHeaders, 'access-control-allow-origin': origin });
      return await reply.code(204).send();
    } catch (error) {
      return options.problems.send(request, reply, error);
    }
  });
}

async function isOriginOfPage(
  request: FastifyRequest<{ Params: { installation_id: string } }>,
  origin: string,
  { loadInstallation, limitFailures }: PreflightOptions,
): Promise<boolean> {
  const { installation_id } = request.params;
  const attempt = {
    ip: request.ip,
    credential: `${installation_id} ${origin}`,
    nowMs: performance.now(),
    setHeader: () => undefined,
  };
  try {
    await limitFailures(attempt, async () => {
      const found = await loadInstallation({ token_hash: null, installation_id, call_id: null });
      if (found?.page_origin !== origin) throw Refused.with('auth.handle_invalid');
    });
    return true;
  } catch (error) {
    if (error instanceof Refused && error.code === 'auth.handle_invalid') return false;
    throw error;
  }
}

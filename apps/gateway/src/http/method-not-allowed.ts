import type { FastifyInstance, HTTPMethods } from 'fastify';
import { Refused } from '@kushk/edge';
import { allowOrigin } from '../plugin/cors.js';
import type { Route } from './route.js';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

type KnownRoute = Pick<Route, 'method' | 'path'> & Partial<Pick<Route, 'callerKind'>>;

/**
 * Responds with 405 and `Allow` when a path is known but no route has the method (RFC 9110, section 15.5.6). The
 * caller is not authenticated, because the public OpenAPI documents list the same methods.
 */
export function rejectOtherMethods(scope: FastifyInstance, routes: readonly KnownRoute[]): void {
  for (const [url, atPath] of Map.groupBy(routes, ({ path }) => path)) {
    const isForPlugins = atPath.some(({ callerKind }) => callerKind === 'plugin');
    const allowed = METHODS.filter(
      (method) => atPath.some((route) => accepts(route, method)) || (method === 'OPTIONS' && isForPlugins),
    );
    scope.route({
      method: METHODS.filter((method) => !allowed.includes(method)),
      url,
      onRequest: (request, reply, done) => {
        request.receivedAtMs = performance.now();
        if (isForPlugins) allowOrigin(request, reply);
        reply.header('allow', allowed.join(', '));
        done(Refused.with('request.method_not_allowed', { allowed }));
      },
      // This handler is never called: the `onRequest` hook rejects every request.
      handler: () => undefined,
    });
  }
}

/** GET routes also accept HEAD. */
function accepts(route: KnownRoute, method: HTTPMethods): boolean {
  return route.method === method || (route.method === 'GET' && method === 'HEAD');
}

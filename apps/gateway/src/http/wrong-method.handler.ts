/** What is there but does not take the method is 405 with `Allow` (RFC 9110, section 15.5.6), whoever asks: the descriptions say as much. */
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { Refused } from '@kushk/edge';
import { showToPage } from '../plugin/page-access.handler.js';
import type { Route } from './route.js';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/** Answers every method that none of the routes takes, at the path of each of them. */
export function refuseOtherMethods(scope: FastifyInstance, routes: readonly Route[]): void {
  for (const [url, atPath] of Map.groupBy(routes, ({ path }) => path)) {
    const isForPlugins = atPath.some(({ door }) => door === 'plugin');
    const allowed = METHODS.filter(
      (method) => atPath.some((route) => takes(route, method)) || (method === 'OPTIONS' && isForPlugins),
    );
    scope.route({
      method: METHODS.filter((method) => !allowed.includes(method)),
      url,
      onRequest: (request, reply, done) => {
        request.cameAtMs = performance.now();
        if (isForPlugins) showToPage(request, reply);
        reply.header('allow', allowed.join(', '));
        done(Refused.with('request.method_not_allowed', { allowed }));
      },
      // Never reached: nobody is let through.
      handler: () => undefined,
    });
  }
}

/** What can be got can be asked for its headers alone; pages ask before they come, and are answered elsewhere. */
function takes({ method }: Route, asked: HTTPMethods): boolean {
  return method === asked || (method === 'GET' && asked === 'HEAD');
}

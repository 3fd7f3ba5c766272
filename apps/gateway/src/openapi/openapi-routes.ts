import type { PluginCaller } from '../authentication/caller.js';
import { routesFor, type Route, type RouteResponse } from '../http/route.js';
import { pluginPolicy } from '../plugin/plugin-policy.js';
import { openapiDocument, type ApiDescription } from './openapi-document.js';

const publicRoutes = routesFor<null>('anyone', '');
const pluginRoutes = routesFor<PluginCaller>('plugin', '/i/:installation_id/plugin/v1');
const HEADERS = { 'cache-control': 'public, max-age=300', 'content-type': 'application/openapi+json; charset=utf-8' };
const SUMMARY = 'Get the OpenAPI document of this API';

function respondWith(document: object): () => Promise<RouteResponse> {
  const response = { status: 200, body: document, headers: HEADERS };
  return () => Promise.resolve(response);
}

/** Serves `<prefix>/openapi.json` without authentication: the OpenAPI document of the routes under that prefix. */
export function openapiRoute(prefix: string, routes: readonly Route[], api: ApiDescription): Route {
  return publicRoutes.compositeRoute('GET', `${prefix}/openapi.json`, {
    summary: SUMMARY,
    calls: [],
    handle: respondWith(openapiDocument(routes, api)),
  });
}

/** Serves `{api_base}/openapi.json`, which requires the installation token. */
export function pluginOpenapiRoute(routes: readonly Route[], api: ApiDescription): Route {
  return pluginRoutes.compositeRoute('GET', '/openapi.json', {
    summary: SUMMARY,
    requires: pluginPolicy({ anyStatus: true }),
    calls: [],
    handle: respondWith(openapiDocument(routes, api)),
  });
}

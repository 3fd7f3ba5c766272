import { routesBehind, type Answer, type Route } from '../http/route.js';
import type { PluginCaller } from '../authentication/caller.js';
import { plugin } from '../plugin/plugin-permission.js';
import { openapiDocument, type ApiDescription } from './openapi-document.js';

const open = routesBehind<null>('anyone', '');
const toPlugins = routesBehind<PluginCaller>('plugin', '/i/:installation_id/plugin/v1');
const HEADERS = { 'cache-control': 'public, max-age=300', 'content-type': 'application/openapi+json; charset=utf-8' };
const SUMMARY = 'This description';

function answering(document: object): () => Promise<Answer> {
  const answer = { status: 200, body: document, headers: HEADERS };
  return () => Promise.resolve(answer);
}

/** `<prefix>/openapi.json` for anyone: the description of the routes under that prefix. */
export function describedAt(prefix: string, routes: readonly Route[], api: ApiDescription): Route {
  return open.flowing('GET', `${prefix}/openapi.json`, {
    summary: SUMMARY,
    asks: [],
    flow: answering(openapiDocument(routes, api)),
  });
}

/** `{api_base}/openapi.json`, with the installation token (seed: Plugin-facing API). */
export function describedToPlugins(routes: readonly Route[], api: ApiDescription): Route {
  return toPlugins.flowing('GET', '/openapi.json', {
    summary: SUMMARY,
    may: plugin({ handle: true, whateverStatus: true }),
    asks: [],
    flow: answering(openapiDocument(routes, api)),
  });
}

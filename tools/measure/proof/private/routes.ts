/** The routes of the people of an organisation and of its plugins, from the API documents that the gateway serves. */
import { inlineParts } from '@kushk/edge';
import type { Schema } from '@kushk/testing/fuzz/schema-values';

export interface ApiRoute {
  readonly method: string;
  /** From the origin, with the parameters in braces. */
  readonly path: string;
  readonly query: readonly string[];
  /** Null for a route without a body. */
  readonly body: Schema | null;
}
interface DocumentOperation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
}

const PLUGIN_BASE = '/i/{installation_id}/plugin/v1';

/**
 * Reads the routes. Streams of events are left out, because they do not end. Each route table generates its document,
 * so a new route is in here without further work.
 */
export async function routesOf(origin: string): Promise<readonly ApiRoute[]> {
  const [people, plugin] = await Promise.all([routesIn(origin, '/instance/v1'), routesIn(origin, '/plugin/v1')]);
  return [...people, ...plugin.map((route) => ({ ...route, path: PLUGIN_BASE + route.path }))];
}

async function routesIn(origin: string, api: string): Promise<readonly ApiRoute[]> {
  const { paths } = inlineParts((await (await fetch(`${origin}${api}/openapi.json`)).json()) as Document);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => responses['200']?.content?.['text/event-stream'] === undefined)
      .map(([method, { parameters = [], requestBody }]): ApiRoute => ({
        method: method.toUpperCase(),
        path,
        query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
        body: requestBody?.content['application/json']?.schema ?? null,
      })),
  );
}

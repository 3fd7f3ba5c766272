/** The gateway's route tables in each role, and the API documents that the gateway builds from them. */
import { readConfig } from '@kushk/runtime';
import { ChangeHub } from '../../../apps/gateway/src/changes/change-hub.js';
import type { Route } from '../../../apps/gateway/src/http/route.js';
import { routeTables } from '../../../apps/gateway/src/route-tables.js';
import { addressesFrom, defaultPortBase } from '../../run/start/addresses.js';
import { pluginApi } from '../../run/start/system.js';

export interface Api {
  readonly role: 'hub' | 'instance';
  /** The path prefix of the API; empty for routes without authentication. */
  readonly prefix: string;
  readonly title: string;
  readonly routes: readonly Route[];
}

/** The titles of the APIs by role and path prefix, in the order of `docs/map.md`. */
const titles: readonly (readonly [role: Api['role'], prefix: string, title: string])[] = [
  ['hub', '/developer/v1', 'Publisher API'],
  ['hub', '/portal/v1', 'Portal API'],
  ['hub', '/operator/v1', 'Operator API'],
  ['hub', '/session', 'Sessions of people'],
  ['hub', '', 'Public routes of the hub'],
  ['instance', '/i/:installation_id/plugin/v1', 'Plugin API'],
  ['instance', '/instance/v1', 'Instance API'],
  ['instance', '/session', 'Sessions of people'],
  ['instance', '/frames', 'Documents that embed plugins'],
  ['instance', '', 'Public routes of an instance'],
];

/** The role and the path prefix of each API document, by the name of its file in `docs/openapi`. */
const descriptions = {
  developer: ['hub', '/developer/v1'],
  portal: ['hub', '/portal/v1'],
  operator: ['hub', '/operator/v1'],
  plugin: ['instance', '/plugin/v1'],
  instance: ['instance', '/instance/v1'],
} as const;

/** Returns the routes of a gateway in development, with the addresses of `npm start`. */
function routesIn(role: Api['role']): readonly Route[] {
  const { hub, instance, signIn } = addressesFrom(defaultPortBase);
  const anyKey = Buffer.alloc(32).toString('base64url');
  return routeTables(
    readConfig({
      KUSHK_SERVICE: 'gateway',
      KUSHK_ROLE: role,
      KUSHK_SCOPE: role === 'hub' ? 'hub' : instance.id,
      KUSHK_ENVIRONMENT: 'development',
      KUSHK_NATS_URL: 'nats://127.0.0.1',
      KUSHK_HTTP_PORT: String(defaultPortBase),
      KUSHK_HEALTH_PORT: String(hub.healthPort),
      KUSHK_BASE_URL: hub.baseUrl,
      KUSHK_SERVICE_ORIGIN: instance.serviceOrigin,
      KUSHK_PLUGIN_API: pluginApi,
      KUSHK_OIDC_ISSUER: signIn.issuer,
      KUSHK_OIDC_AUDIENCE: 'map',
      KUSHK_PEPPER: anyKey,
      KUSHK_SEALING_KEYS: JSON.stringify([{ kid: 'map', k: anyKey }]),
    }),
  );
}

/** Returns all routes of both roles, grouped by API. Throws for a route that belongs to no API. */
export function apis(): readonly Api[] {
  const all = { hub: routesIn('hub'), instance: routesIn('instance') };
  const belongs = (route: Route, prefix: string): boolean =>
    prefix === ''
      ? isOutsideApis(route)
      : !isOutsideApis(route) && (route.path === prefix || route.path.startsWith(`${prefix}/`));
  const found = titles.map(([role, prefix, title]) => ({
    role,
    prefix,
    title,
    routes: all[role].filter((route) => belongs(route, prefix)),
  }));
  const grouped = new Set(found.flatMap((api) => api.routes));
  const others = [...all.hub, ...all.instance].filter((route) => !grouped.has(route));
  if (others.length > 0)
    throw new Error(
      `these routes belong to no API of the map: ${others.map((route) => `${route.method} ${route.path}`).join(', ')}`,
    );
  return found;
}

/** Returns the OpenAPI documents as the gateways serve them, by name. */
export async function openapiDocuments(): Promise<ReadonlyMap<string, unknown>> {
  const documents = new Map<string, unknown>();
  for (const [name, [role, prefix]] of Object.entries(descriptions)) {
    const route = routesIn(role).find(({ path }) => path === `${prefix}/openapi.json`);
    if (route === undefined) throw new Error(`${prefix}/openapi.json is not served`);
    const call = {
      caller: null,
      params: {},
      query: {},
      body: {},
      idempotency: {},
      condition: null,
      ifNoneMatch: [],
      now: new Date(0),
      largeValue: null,
      http: {
        headers: {},
        signal: () => AbortSignal.abort(),
        onClose: () => undefined,
        callerName: 'map',
        callerNow: () => Promise.reject(new Error('an API document has no caller')),
        changes: new ChangeHub(),
      },
    };
    documents.set(
      name,
      (await route.run(call, () => Promise.reject(new Error('an API document needs no request')))).body,
    );
  }
  return documents;
}

/** Public routes, and the token service of the registry, belong to no API. */
function isOutsideApis({ callerKind }: Route): boolean {
  return callerKind === 'anyone' || callerKind === 'registry_account';
}

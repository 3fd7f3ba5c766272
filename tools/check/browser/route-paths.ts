/** Reads the routes of an application from its sources. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

interface FoundRoute {
  readonly variable: string;
  readonly parent: string;
  readonly path: string;
}

const definition = /const (\w+) = createRoute\(\{([\s\S]*?)path:\s*'([^']+)'/g;
const parentIn = /getParentRoute: \(\) => (\w+)/;

/** Returns the full path of every route, without those that only have routes below them. */
export function routePathsOf(application: 'hub' | 'instance'): readonly string[] {
  const files = globSync(`apps/${application}-pages/src/**/routes.{ts,tsx}`, { cwd: root });
  return files.flatMap((file) => {
    const routes = routesIn(readFileSync(join(root, file), 'utf8'));
    const parents = new Set(routes.map(({ parent }) => parent));
    return routes.filter(({ variable }) => !parents.has(variable)).map((route) => fullPath(route, routes));
  });
}

function routesIn(source: string): readonly FoundRoute[] {
  return [...source.matchAll(definition)].map(([, variable = '', options = '', path = '']) => ({
    variable,
    parent: parentIn.exec(options)?.[1] ?? 'rootRoute',
    path,
  }));
}

function fullPath({ parent, path }: FoundRoute, routes: readonly FoundRoute[]): string {
  const above = routes.find(({ variable }) => variable === parent);
  if (above === undefined) return path;
  return path === '/' ? fullPath(above, routes) : fullPath(above, routes) + path;
}

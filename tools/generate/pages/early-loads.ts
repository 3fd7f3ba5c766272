/**
 * Lists the files of each page in a comment of the document. The gateway replaces it by preload links for the page at
 * the requested address, so that this page, the texts of its language and the session are loaded in parallel with the
 * script that all pages share. Without them the browser requests them only when that script runs, in several round
 * trips over a slow network.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { chunkWith, LANGUAGE_MODULES, ROUTES } from './first-screen.js';

export interface RoutePage {
  /** Matches the path of an address. */
  readonly pattern: string;
  /** The modules of the page and of those around it, as the routes import them: `./inbox-page.js`. */
  readonly modules: readonly string[];
}

/**
 * The pages of the routes in a source file. Fixed addresses come before those with a parameter, and a page at the
 * address of the one around it before that.
 */
export function pagesOf(source: string): readonly RoutePage[] {
  const routes = new Map<string, { readonly path: string; readonly modules: readonly string[] }>();
  for (const [text, name = ''] of source.matchAll(/const (\w+) = createRoute\(\{[\s\S]*?\n\}\)/g)) {
    const path = /\bpath: '([^']+)'/.exec(text)?.[1] ?? '';
    const page = /\bimport\('([^']+)'\)/.exec(text)?.[1];
    const parent = routes.get(/getParentRoute: \(\) => (\w+)/.exec(text)?.[1] ?? '');
    const modules = [...(parent?.modules ?? []), ...(page === undefined ? [] : [page])];
    routes.set(name, { path: `${parent?.path ?? ''}${path}`.replace(/(?<=.)\/$/, ''), modules });
  }
  const parameters = (path: string): number => path.split('$').length;
  return [...routes.values()]
    .filter(({ modules }) => modules.length > 0)
    .sort((left, right) => parameters(left.path) - parameters(right.path) || right.modules.length - left.modules.length)
    .map(({ path, modules }) => ({ pattern: patternOf(path), modules }));
}

/** `/inbox/{-$id}` has an optional part, `/cases/$id` a required one. */
function patternOf(path: string): string {
  if (path === '/') return '^/$';
  const parts = path.split('/').slice(1);
  const pattern = parts.map((part) =>
    part.startsWith('{-$') ? '(/[^/]+)?' : part.startsWith('$') ? '/[^/]+' : `/${part}`,
  );
  return `^${pattern.join('')}/?$`;
}

/** Adds the comment to `index.html`. */
export function earlyLoads(): Plugin {
  let comment = '';
  return {
    name: 'kushk:early-loads',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
        const texts = Object.fromEntries(
          Object.entries(LANGUAGE_MODULES).map(([language, modules]) => [
            language,
            filesOf(
              chunks,
              modules.map((pattern) => chunkWith(chunks, pattern)),
            ),
          ]),
        );
        const pages = routePages([...this.getModuleIds()]).map(({ pattern, ids }) => {
          const files = filesOf(
            chunks,
            ids.map((id) => chunkOfModule(chunks, id)),
          );
          return [pattern, files] as const;
        });
        if (pages.length === 0) this.error('no page was found in the routes');
        comment = `<!--early ${JSON.stringify({ texts, pages })}-->`;
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { filename }) =>
        basename(filename) === 'index.html' ? html.replace('</head>', () => `  ${comment}\n  </head>`) : html,
    },
  };
}

/** The pages of all routes with the ids of their modules. */
function routePages(moduleIds: readonly string[]): readonly (RoutePage & { readonly ids: readonly string[] })[] {
  return moduleIds
    .filter((id) => ROUTES.test(id))
    .flatMap((routes) =>
      pagesOf(readFileSync(routes, 'utf8')).map((page) => ({
        ...page,
        ids: page.modules.map((module) => join(dirname(routes), module).replace(/js$/, 'tsx')),
      })),
    );
}

function chunkOfModule(chunks: readonly Rolldown.OutputChunk[], id: string): string {
  const found = chunks.find(({ moduleIds }) => moduleIds.includes(id));
  if (found === undefined) throw new Error(`no chunk has the page ${id}`);
  return found.fileName;
}

/** The addresses of the chunks, of what they import, and of their styles; without what the document loads itself. */
function filesOf(chunks: readonly Rolldown.OutputChunk[], roots: readonly string[]): readonly string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const start = chunks.find(({ isEntry, facadeModuleId }) => isEntry && facadeModuleId?.endsWith('index.html'));
  const own = start === undefined ? new Set<string>() : closureOf(byName, [start.fileName]);
  const scripts = [...closureOf(byName, roots)].filter((name) => !own.has(name));
  const styles = scripts.flatMap((name) => [...(byName.get(name)?.viteMetadata?.importedCss ?? [])]);
  return [...scripts, ...styles].map((name) => `/${name}`);
}

function closureOf(chunks: ReadonlyMap<string, Rolldown.OutputChunk>, roots: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const wanted = [...roots];
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    wanted.push(...(chunks.get(name)?.imports ?? []));
  }
  return seen;
}

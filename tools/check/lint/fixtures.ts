/**
 * Finds fixtures in `src/`. What only specs import belongs in the `test/` folder beside `src/`, which is neither built
 * nor in the image.
 */
import { dirname, join } from 'node:path/posix';
import type { TrackedFile } from './layout.js';

/** Migrations are loaded by their folder. */
const source = /^(apps|libs)\/[^/]+\/src\/(?!migrations\/).*\.tsx?$/;
/** Specs and fixtures. The whole of apps/e2e, apps/integration and libs/testing is for tests. */
const test = /spec\.tsx?$|^(apps|libs)\/[^/]+\/test\/|^(apps\/(e2e|integration)|libs\/testing)\//;
/** `kushk-deploy` loads parts of a service by the names of the service and of the file. */
const partOfService = /'([a-z]+)',\s*'([a-z-]+\/[a-z/.-]+)'/g;
const relativeImport = /(?:from|import|import\()\s*'(\.\.?\/[^']+)'/g;

/** Returns the paths of fixtures in `src/`. A file without an importer is an entry, as `main.ts` is. */
export function fixturesInSource(files: readonly TrackedFile[]): readonly string[] {
  const importers = new Map<string, string[]>();
  const add = (imported: string, path: string): void =>
    void importers.set(imported, [...(importers.get(imported) ?? []), path]);
  for (const { path, text } of files) {
    if (path.startsWith('apps/deploy/src/'))
      for (const [, service, part] of (text ?? '').matchAll(partOfService)) add(`apps/${service}/src/${part}`, path);
    for (const [, specifier = ''] of (text ?? '').matchAll(relativeImport))
      add(withoutExtension(join(dirname(path), specifier)), path);
  }
  const entries = new Set(files.flatMap(entriesOf));
  return files
    .map(({ path }) => path)
    .filter((path) => source.test(path) && !test.test(path) && !entries.has(path))
    .filter((path) => importers.get(withoutExtension(path))?.every((importer) => test.test(importer)));
}

const withoutExtension = (path: string): string => path.replace(/\.[jt]sx?$/, '');

/** The sources that the `package.json` of a library offers to other packages. */
function entriesOf({ path, text }: TrackedFile): readonly string[] {
  if (!/^(apps|libs)\/[^/]+\/package\.json$/.test(path) || text === null) return [];
  return [...text.matchAll(/"\.\/(src\/[^"*]+)"/g)].map(([, file = '']) => join(dirname(path), file));
}

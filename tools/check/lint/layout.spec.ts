import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fixturesInSource } from './fixtures.js';
import { layoutViolations, type TrackedFile } from './layout.js';

/** Returns the files that git tracks, with their contents in the working tree. */
function trackedFiles(): TrackedFile[] {
  const paths = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 64_000_000 })
    .split('\0')
    .filter((path) => path !== '' && existsSync(resolve(path)));
  return paths.map((path) => {
    const bytes = readFileSync(resolve(path));
    return { path, text: bytes.includes(0) ? null : bytes.toString('utf8') };
  });
}
const violations = (path: string, text = 'export const x = 1;'): readonly string[] =>
  layoutViolations([{ path, text }]);

describe('layoutViolations', () => {
  it('finds no violations in the repository', () => {
    const files = trackedFiles();
    expect(files.length).toBeGreaterThan(300);
    expect(layoutViolations(files)).toEqual([]);
  });

  it.each(['common', 'shared', 'utils', 'util', 'helpers', 'core', 'base', 'manager', 'misc'])(
    'rejects "%s" as the name of a folder or a file',
    (name) => {
      expect(violations(`apps/wallet/src/${name}/charge.ts`)).toEqual([
        `apps/wallet/src/${name}/charge.ts: "${name}" does not describe its contents`,
      ]);
      expect(violations(`libs/edge/src/${name}.ts`)).toHaveLength(1);
    },
  );

  it('rejects names that end in -utils and names with capital letters', () => {
    expect(violations('libs/edge/src/string-utils.ts')).toHaveLength(1);
    expect(violations('apps/wallet/src/hold/PlaceHold.ts')).toEqual([
      'apps/wallet/src/hold/PlaceHold.ts: "PlaceHold" is not kebab-case',
    ]);
    expect(violations('libs/manifest/src/base-url.ts')).toEqual([]);
    expect(violations('apps/wallet/README.md')).toEqual([]);
  });

  it('rejects suffixes that are not in the closed lists of apps, libraries and tools', () => {
    expect(violations('apps/wallet/src/hold/hold.service.ts')).toEqual([
      expect.stringContaining('the suffix .service is not in the closed list: handler, view, public'),
    ]);
    expect(violations('libs/edge/src/paging.handler.ts')).toHaveLength(1);
    expect(violations('tools/run/seed/hub.view.ts')).toHaveLength(1);
    expect(violations('apps/wallet/src/hold/hold.view.handler.ts')).toEqual([
      'apps/wallet/src/hold/hold.view.handler.ts: has more than one suffix',
    ]);
    expect(violations('apps/wallet/src/hold/hold.view.int-spec.ts')).toEqual([]);
    const suffixes = ['handler', 'view', 'public', 'worker', 'client', 'module', 'dto', 'config', 'spec', 'int-spec'];
    expect(suffixes.flatMap((suffix) => violations(`apps/wallet/src/hold/hold.${suffix}.ts`))).toEqual([]);
  });

  it('rejects a barrel file that is not the index of a library', () => {
    const barrel = "/** All. */\nexport * from './hold.js';\nexport { type Wallet } from './wallet.js';\n";
    expect(violations('apps/wallet/src/hold/index.ts', barrel)).toEqual([
      expect.stringContaining('only the index of a library may'),
    ]);
    expect(violations('libs/edge/src/paging/index.ts', barrel)).toHaveLength(1);
    expect(violations('libs/edge/src/index.ts', barrel)).toEqual([]);
  });

  it('rejects paths of a single machine and addresses of a package registry', () => {
    const folders = ['work', 'root', 'tmp', 'home/anna', 'Users/anna'].map((folder) => ['', folder, 'kushk'].join('/'));
    for (const folder of folders)
      expect(violations('README.md', `Look into ${folder}.`)).toEqual([
        expect.stringContaining('contains a path or an address of one machine'),
      ]);
    expect(violations('package-lock.json', `"${'resolved'}": "https://packages.example/a.tgz"`)).toHaveLength(1);
    expect(violations('.npmrc', `registry=https://${['registry', 'npmjs', 'org'].join('.')}`)).toHaveLength(1);
    expect(
      violations(
        'README.md',
        'Pull registry.example/acme/invoices, look at https://example.ir/work/x and apps/cli/tmp/y.',
      ),
    ).toEqual([]);
  });
});

describe('fixturesInSource', () => {
  it('finds no fixture in the repository', () => {
    expect(fixturesInSource(trackedFiles())).toEqual([]);
  });

  const fixture = 'apps/wallet/src/hold/example-hold.ts';
  const imports = (path: string): TrackedFile => ({ path, text: "import { open } from '../hold/example-hold.js';" });

  it('finds a file in src/ that only specs and fixtures import', () => {
    const files = [
      { path: fixture, text: 'export const open = 1;' },
      imports('apps/wallet/src/wallet/wallet.spec.ts'),
      { path: 'apps/wallet/test/funded.ts', text: "import { open } from '../src/hold/example-hold.js';" },
    ];
    expect(fixturesInSource(files)).toEqual([fixture]);
    expect(fixturesInSource([...files, imports('apps/wallet/src/wallet/wallet.ts')])).toEqual([]);
  });

  it('accepts the entries of a library, and files that nothing imports', () => {
    const files = [
      { path: 'libs/edge/src/index.ts', text: '' },
      { path: 'libs/edge/src/migrations/0001-first.ts', text: '' },
      { path: 'libs/edge/package.json', text: '{ "exports": { ".": { "@kushk/source": "./src/index.ts" } } }' },
      { path: 'libs/edge/src/paging.spec.ts', text: "import { page } from './index.js';" },
    ];
    expect(fixturesInSource(files)).toEqual([]);
    expect(fixturesInSource(files.filter(({ path }) => !path.endsWith('.json')))).toEqual(['libs/edge/src/index.ts']);
  });
});

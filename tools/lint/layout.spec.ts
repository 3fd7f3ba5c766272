import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { wrongWith, type TrackedFile } from './layout.js';

/** What git knows, as it lies in the work tree now. */
function trackedFiles(): TrackedFile[] {
  const paths = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 64_000_000 })
    .split('\0')
    .filter((path) => path !== '' && existsSync(resolve(path)));
  return paths.map((path) => {
    const bytes = readFileSync(resolve(path));
    return { path, text: bytes.includes(0) ? null : bytes.toString('utf8') };
  });
}
const wrong = (path: string, text = 'export const x = 1;'): readonly string[] => wrongWith([{ path, text }]);

describe('the layout of the repository', () => {
  it('has nothing wrong with it', () => {
    const files = trackedFiles();
    expect(files.length).toBeGreaterThan(300);
    expect(wrongWith(files)).toEqual([]);
  });

  it.each(['common', 'shared', 'utils', 'util', 'helpers', 'core', 'base', 'manager', 'misc'])(
    'calls no folder and no file "%s"',
    (name) => {
      expect(wrong(`apps/wallet/src/${name}/charge.ts`)).toEqual([
        `apps/wallet/src/${name}/charge.ts: "${name}" says nothing about what is inside`,
      ]);
      expect(wrong(`libs/edge/src/${name}.ts`)).toHaveLength(1);
    },
  );

  it('calls no file after what it helps, and none in capitals', () => {
    expect(wrong('libs/edge/src/string-utils.ts')).toHaveLength(1);
    expect(wrong('apps/wallet/src/hold/PlaceHold.ts')).toEqual([
      'apps/wallet/src/hold/PlaceHold.ts: "PlaceHold" is not written in small letters and dashes',
    ]);
    expect(wrong('libs/manifest/src/base-url.ts')).toEqual([]);
    expect(wrong('apps/wallet/README.md')).toEqual([]);
  });

  it('takes suffixes from closed lists', () => {
    expect(wrong('apps/wallet/src/hold/hold.service.ts')).toEqual([
      expect.stringContaining('the suffix .service is not of the closed list: handler, view, public'),
    ]);
    expect(wrong('libs/edge/src/paging.handler.ts')).toHaveLength(1);
    expect(wrong('tools/seed/hub.view.ts')).toHaveLength(1);
    expect(wrong('apps/wallet/src/hold/hold.view.handler.ts')).toEqual([
      'apps/wallet/src/hold/hold.view.handler.ts: has more than one suffix',
    ]);
    expect(wrong('apps/wallet/src/hold/hold.view.int-spec.ts')).toEqual([]);
    expect(
      ['handler', 'view', 'public', 'module', 'dto', 'config', 'spec', 'int-spec', 'e2e-spec'].flatMap((suffix) =>
        wrong(`apps/wallet/src/hold/hold.${suffix}.ts`),
      ),
    ).toEqual([]);
  });

  it('has no barrel but the index of a library', () => {
    const barrel = "/** All. */\nexport * from './hold.js';\nexport { type Wallet } from './wallet.js';\n";
    expect(wrong('apps/wallet/src/hold/index.ts', barrel)).toEqual([
      expect.stringContaining('only the index of a library may'),
    ]);
    expect(wrong('libs/edge/src/paging/index.ts', barrel)).toHaveLength(1);
    expect(wrong('libs/edge/src/index.ts', barrel)).toEqual([]);
  });

  it('names no place of one machine', () => {
    const places = ['work', 'root', 'tmp', 'home/anna', 'Users/anna'].map((folder) => ['', folder, 'kushk'].join('/'));
    for (const place of places)
      expect(wrong('README.md', `Look into ${place}.`)).toEqual([
        expect.stringContaining('names a place of one machine'),
      ]);
    expect(wrong('package-lock.json', `"${'resolved'}": "https://packages.example/a.tgz"`)).toHaveLength(1);
    expect(wrong('.npmrc', `registry=https://${['registry', 'npmjs', 'org'].join('.')}`)).toHaveLength(1);
    expect(
      wrong('README.md', 'Pull registry.example/acme/invoices, look at https://example.ir/work/x and apps/cli/tmp/y.'),
    ).toEqual([]);
  });
});

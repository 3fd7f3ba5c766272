/** Generates slices in a copy of the repository, and checks the copy with the compiler, the linter and the tests. */
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = resolve('.');
const copied = [
  'apps/wallet',
  'docs/reference',
  'libs',
  'tools/check/development',
  'tools/check/lint',
  'tools/generate/map',
  'tools/generate/new-slice',
  'tools/typescript.mjs',
  'eslint.config.mjs',
  'jest.config.mjs',
  'package.json',
  'tsconfig.base.json',
  ...readdirSync(root).filter((name) => name.startsWith('.prettierrc')),
];
const slices = {
  command: 'apps/wallet/src/wallet/rename-wallet',
  query: 'apps/wallet/src/wallet/get-archived-wallet',
  reaction: 'apps/wallet/src/wallet/on-settings-changed',
};

let copy: string;
beforeAll(async () => {
  copy = realpathSync(mkdtempSync(join(tmpdir(), 'kushk-slice-')));
  for (const path of copied)
    cpSync(join(root, path), join(copy, path), {
      recursive: true,
      filter: (source) => !/^(node_modules|dist)$/.test(basename(source)),
    });
  linkPackages();
  writeFileSync(
    join(copy, 'tsconfig.json'),
    JSON.stringify({ extends: './tsconfig.base.json', include: ['apps/*/src/**/*.ts'] }),
  );
  // The specs of decisions need no servers, so the copy runs without the global setup.
  writeFileSync(
    join(copy, 'jest.slices.mjs'),
    "import config from './jest.config.mjs';\nconst { globalSetup, globalTeardown, ...specs } = config.projects[0];\nexport default specs;\n",
  );
  for (const args of [
    ['wallet/rename-wallet', '--command'],
    ['wallet/get-archived-wallet', '--query'],
    ['wallet/wallet/on-settings-changed', '--reaction'],
  ])
    expect(await newSlice(...args)).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Links every installed package into the copy. The repository's own libraries link to their copies. */
function linkPackages(): void {
  mkdirSync(join(copy, 'node_modules/@kushk'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@kushk') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  symlinkSync(join(root, 'tools/check/development/node_modules'), join(copy, 'tools/check/development/node_modules'));
  for (const name of readdirSync(join(copy, 'libs')))
    symlinkSync(join(copy, 'libs', name), join(copy, 'node_modules/@kushk', name));
}

interface Result {
  readonly code: number;
  readonly output: string;
}

function run(...args: readonly string[]): Promise<Result> {
  return new Promise((resolved) => {
    execFile(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { cwd: copy }, (error, out, err) =>
      resolved({ code: error === null ? 0 : Number(error.code), output: out + err }),
    );
  });
}
const newSlice = (...args: readonly string[]): Promise<Result> =>
  run('--import', './tools/typescript.mjs', 'tools/generate/new-slice/main.ts', ...args);

describe('new-slice', () => {
  it('writes the slice that CONTRIBUTING.md shows', () => {
    const documented = /`npm run new-slice -- (\S+) --command`/.exec(
      readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'),
    );
    expect(documented?.[1]).toBe('wallet/rename-wallet');
  });

  it('generates files that compile', async () => {
    expect(await run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.json')).toEqual({ code: 0, output: '' });
  });

  it('generates formatted files without lint errors', async () => {
    const files = [...Object.values(slices), 'apps/wallet/src/wallet.module.ts', 'libs/contracts/src/wallet.ts'];
    expect(await run('node_modules/eslint/bin/eslint.js', ...files)).toEqual({ code: 0, output: '' });
    expect(await run('node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', ...files)).toMatchObject({
      code: 0,
    });
  });

  it('generates a spec for each decision, which fails until the rule is written', async () => {
    const { code, output } = await run(
      '--experimental-vm-modules',
      'node_modules/jest/bin/jest.js',
      '--config=jest.slices.mjs',
      '--runTestsByPath',
      ...Object.values(slices).map((folder) => `${folder}/${basename(folder)}.spec.ts`),
    );
    expect(code).toBe(1);
    for (const folder of Object.values(slices))
      expect(output).toContain(
        `expected it to be accepted, but it was refused: wallet.${basename(folder).replaceAll('-', '_')}_not_implemented`,
      );
    expect(output).toContain('Tests:       3 failed, 3 total');
  });

  it('registers the handler in the module and adds the request to the contracts', () => {
    const module = readFileSync(join(copy, 'apps/wallet/src/wallet.module.ts'), 'utf8');
    for (const handler of ['RenameWalletHandler', 'GetArchivedWalletHandler', 'OnSettingsChangedHandler'])
      expect(module.split(handler)).toHaveLength(3);
    const contracts = readFileSync(join(copy, 'libs/contracts/src/wallet.ts'), 'utf8');
    expect(contracts).toContain("'wallet.rename'");
    expect(contracts).toContain("'wallet.get-archived'");
  });

  it.each([
    [['ledger/post-entry', '--command'], 'there is no service "ledger"'],
    [['wallet/wallet/on-moon-changed', '--reaction'], 'the contracts have no public fact "moonChanged"'],
    [['wallet/rename-wallet'], 'Usage: npm run new-slice'],
  ])('rejects the arguments %j', async (args, reason) => {
    const { code, output } = await newSlice(...args);
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(reason));
  });
});

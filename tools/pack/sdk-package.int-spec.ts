/** The SDK's tarball in an empty folder, as an author gets it. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withoutNpmConfig } from './npm-pack.mjs';
import { packSdk } from './pack-sdk.mjs';

/** The Node versions of this machine: the one of this test, and the one on the PATH outside of the repository. */
const programs = [
  ...new Set([
    process.execPath,
    ...(process.env['PATH'] ?? '')
      .split(delimiter)
      .map((folder) => join(folder, 'node'))
      .filter((file) => !file.includes('node_modules') && existsSync(file)),
  ]),
].slice(0, 2);

let folder: string;
const run = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', env: withoutNpmConfig(process.env) });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sdk-package-'));
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const tarball = packSdk({ to: folder });
  run('npm', ['install', tarball, '--offline', '--omit=peer', '--no-audit', '--no-fund', '--loglevel=error']);
  copyFileSync(join(import.meta.dirname, 'sdk-program.mjs'), join(folder, 'program.mjs'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package of the SDK', () => {
  it.each(programs)('runs a plugin alone, with %s', (program) => {
    expect(run(program, ['program.mjs'])).toContain('ok node v');
  });

  it('names no package of this repository in its declarations', () => {
    const dist = join(folder, 'node_modules/@kushk/plugin-sdk/dist');
    const declarations = readdirSync(dist).filter((name) => name.endsWith('.d.ts'));
    expect(declarations).toEqual(expect.arrayContaining(['index.d.ts', 'react.d.ts', 'mcp.d.ts']));
    const packages = declarations.flatMap((name) =>
      [...readFileSync(join(dist, name), 'utf8').matchAll(/from ["']([^."'][^"']*)["']/g)].map(([, from]) => from),
    );
    expect([...new Set(packages)].sort()).toEqual(['@modelcontextprotocol/client', 'node:http']);
  });
});

/** Runs the verifiers of docs/verify over the vectors, in each language that is installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { callVectors } from './call-vectors.js';
import { installedVectors } from './installed-vectors.js';
import { issuerVectors } from './issuer-vectors.js';

const folder = fileURLToPath(new URL('../../../docs/verify/', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'kushk-verify-'));
const vectors = [...callVectors(), ...issuerVectors(), ...installedVectors()];
const environment = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', GOFLAGS: '-count=1' };

interface Language {
  readonly name: string;
  /** The command that shows whether the language is installed. */
  readonly probe: readonly [string, string];
  readonly packageName: string;
  /** The commands to run in the folder of the language. The last one prints a verdict per vector. */
  readonly run: readonly (readonly string[])[];
}

const languages: readonly Language[] = [
  {
    name: 'python',
    probe: ['python3', '--version'],
    packageName: 'python3',
    run: [['python3', 'run_vectors.py', '../vectors.json']],
  },
  {
    name: 'php',
    probe: ['php', '--version'],
    packageName: 'php-cli',
    run: [['php', 'run_vectors.php', '../vectors.json']],
  },
  {
    name: 'go',
    probe: ['go', 'version'],
    packageName: 'golang-go',
    run: [['go', 'test', '-v', 'kushk_verify.go', 'kushk_verify_test.go']],
  },
  {
    name: 'java',
    probe: ['javac', '-version'],
    packageName: 'default-jdk-headless',
    run: [
      [
        'javac',
        '-J-XX:TieredStopAtLevel=1',
        '-J-XX:+UseSerialGC',
        '-d',
        scratch,
        'KushkVerify.java',
        'RunVectors.java',
      ],
      ['java', '-XX:TieredStopAtLevel=1', '-cp', scratch, 'RunVectors', '../vectors.json'],
    ],
  },
];
const isInstalled = ({ probe: [command, argument] }: Language): boolean => spawnSync(command, [argument]).status === 0;
const installed = languages.filter(isInstalled);

function verdictsOf({ name, run }: Language): string[] {
  const cwd = join(folder, name);
  const outputs = run.map(([command = '', ...args]) =>
    execFileSync(command, args, { cwd, env: environment, encoding: 'utf8' }),
  );
  return (outputs.at(-1) ?? '').split('\n').filter((line) => line.includes('\t') && !line.startsWith('ok'));
}

describe('the verifiers for other languages', () => {
  afterAll(() => {
    rmSync(scratch, { recursive: true, force: true });
    for (const { name, packageName } of languages.filter((language) => !installed.includes(language)))
      process.stderr.write(`docs/verify/${name} was not run; to run it: apt-get install ${packageName}\n`);
  });

  it('have vectors for every verdict, under different names', () => {
    const written = JSON.parse(readFileSync(join(folder, 'vectors.json'), 'utf8')) as Record<string, unknown>;
    expect(written['calls']).toEqual(callVectors());
    expect(written['issuers']).toEqual(issuerVectors());
    expect(written['installed']).toEqual(JSON.parse(JSON.stringify(installedVectors())));
    expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length);
    const verdicts = (of: readonly { readonly expected: string }[]): string =>
      [...new Set(of.map(({ expected }) => expected))].sort().join(' ');
    expect(verdicts(callVectors())).toBe('malformed mismatch missing stale valid');
    expect(verdicts(issuerVectors())).toBe(
      'algorithm audience issuer malformed mismatch missing stale unknown_key unlisted valid',
    );
    expect(verdicts(installedVectors())).toBe(
      'audience body issuer mismatch origin replayed stale unknown_key unlisted valid',
    );
  });

  it('run in at least one language that is installed here', () => {
    expect(installed.map(({ name }) => name)).not.toEqual([]);
  });

  for (const language of installed)
    it(`reach the expected verdict of every vector in ${language.name}`, () => {
      expect(verdictsOf(language)).toEqual(vectors.map(({ name, expected }) => `${name}\t${expected}`));
    });
});

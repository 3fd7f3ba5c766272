import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { VALID_MANIFEST, cliHarness, INVALID_MANIFEST, KEY, releaseReply } from '../test/cli-harness.js';

const cli = cliHarness();

/** The part of V8's coverage report that counts executed functions. */
interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

describe('kushk', () => {
  it('prints where to start and the exit codes once, the own options of every command, and its version', async () => {
    cli.writeFile('{ "hub": { "base_url": "http://127.0.0.1:9180" } }', 'dev.json');
    // A system that has ended leaves its addresses.
    expect(await cli.run(['--help'])).toMatchObject({ out: expect.stringContaining('http://127.0.0.1:8080/docs') });
    cli.writeFile('{}', 'run.json');
    for (const args of [['--help'], ['help']])
      expect(await cli.run(args)).toMatchObject({
        exitCode: 0,
        out: expect.stringMatching(
          /^Start here: "kushk plugin new[^]*http:\/\/127\.0\.0\.1:9180\/docs[^]*Usage: kushk[^]*--token[^]*Exit codes:\n {2}0 /,
        ),
      });
    for (const args of [
      ['release', 'submit'],
      ['operator', 'key', 'issue'],
      ['dev', 'credentials'],
    ]) {
      const { exitCode, out } = await cli.run([...args, '--help']);
      expect([exitCode, out]).toEqual([0, expect.stringMatching(/^Usage: kushk[^]*environment: "kushk help"\n$/)]);
      expect(out).not.toMatch(/Exit codes:\n|--token|Start here/);
    }
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect((await cli.run(['--version'])).out).toBe(`${version}\n`);
  });

  it('prints --version without executing the code of any command', async () => {
    const executedFunctions = async (...args: string[]): Promise<number> => {
      const folder = join(cli.folder, `coverage-${args.length}`);
      mkdirSync(folder);
      await cli.run(args, { environment: { NODE_V8_COVERAGE: folder } });
      const [file = ''] = readdirSync(folder);
      const { result } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Coverage;
      const functions = result.find(({ url }) => url.endsWith('dist/kushk.mjs'))?.functions ?? [];
      return functions.filter(({ ranges: [whole] }) => whole !== undefined && whole.count > 0).length;
    };
    const [version, check] = [
      await executedFunctions('--version'),
      await executedFunctions('manifest', 'check', cli.writeFile(VALID_MANIFEST)),
    ];
    expect(version).toBeGreaterThan(0);
    // A few for each command, which registers itself.
    expect(version).toBeLessThan(200);
    expect(check).toBeGreaterThan(5 * version);
  });
});

describe('the bundled CLI', () => {
  it('runs without node_modules', async () => {
    const file = join(cli.folder, 'kushk.mjs');
    copyFileSync(new URL('../dist/kushk.mjs', import.meta.url), file);
    cli.replies = [releaseReply('published')];
    const result = await cli.run(['release', 'status', 'ir.acme.invoices', '1.4.0'], {
      ...cli.withPublisherKey(),
      command: file,
    });
    expect(result).toMatchObject({ exitCode: 0, out: expect.stringContaining('is published') });
    expect(await cli.run(['manifest', 'check', cli.writeFile(INVALID_MANIFEST)], { command: file })).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('2 errors'),
    });
    expect(cli.requests[0]?.authorization).toBe(`Bearer ${KEY}`);
  });
});

/** Runs the examples of docs/publishing.md. */
import { execFile } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import {
  cliHarness,
  KEY,
  problemReply,
  RELEASE,
  VALID_MANIFEST,
  verdictReply,
  type StubReply,
} from '../test/cli-harness.js';
import { EXIT } from './exit-codes.js';

const page = readFileSync(new URL('../../../docs/publishing.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(([, text = '']) => text);
/** The arguments of each example in the guide, without pipes and redirections. */
const commands = [...page.matchAll(/(?:npx @kushk\/cli|node kushk\.mjs) ([^\n|>`]+?)(?:\s*(?:\||>|\n))/g)].map(
  ([, text = '']) => text.trim().split(/\s+/),
);

const cli = cliHarness();

/**
 * Runs the steps of an example CI job in the given shell, in a folder with the bundle and a manifest. Returns the
 * exit code and the log.
 */
function runSteps(
  [shell, ...options]: readonly [shell: 'sh' | 'bash', ...options: string[]],
  steps: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly log: string }> {
  copyFileSync(new URL('../dist/kushk.mjs', import.meta.url), join(cli.folder, 'kushk.mjs'));
  cli.writeFile(VALID_MANIFEST.replace('http://localhost:3000', 'https://plugin.acme.ir'));
  cli.writeFile('What is new', 'CHANGES.md');
  const env = {
    KUSHK_BASE_URL: cli.origin,
    KUSHK_TRUST: 'tru_01m8g3bs1qeb0t6kqctdz6masj',
    ...environment,
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
  };
  return new Promise((resolve) => {
    execFile(shell, [...options, steps.join('\n')], { cwd: cli.folder, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), log: stdout + stderr }),
    );
  });
}

describe('the publishing guide', () => {
  it('uses only existing commands and options', async () => {
    expect(commands.length).toBeGreaterThanOrEqual(8);
    const { out: general } = await cli.run(['--help']);
    for (const args of commands) {
      const [group = '', command = ''] = args;
      const { exitCode, out } = await cli.run([group, command, '--help']);
      const help = `${general}${out}`;
      const options = args.filter((arg) => arg.startsWith('--'));
      expect({
        args,
        exitCode,
        unknown: options.filter((option) => !help.includes(`  ${option} `) && !help.includes(`${option}\n`)),
      }).toEqual({ args, exitCode: 0, unknown: [] });
    }
  });

  it('lists exactly the exit codes that exist', () => {
    const named = [...page.matchAll(/^\| (\d+)\s+\|/gm)].map(([, code]) => Number(code));
    expect(named.sort((a, b) => a - b)).toEqual(Object.values(EXIT).sort((a, b) => a - b));
  });

  it('has YAML examples that check a manifest before they submit it', () => {
    expect(examples).toHaveLength(3);
    for (const example of examples) {
      expect(parse(example)).toEqual(expect.objectContaining({}));
      expect(example.indexOf('manifest check')).toBeLessThan(example.indexOf('release submit'));
      expect(example).toMatch(/release submit[^]*(?:release wait|--wait) .*--until approved/);
      expect(example).not.toContain('KUSHK_PUBLISHER_KEY');
    }
  });

  describe('the example CI job', () => {
    interface Steps {
      readonly jobs: { readonly release: { readonly steps: readonly { readonly run?: string }[] } };
    }
    const [github, gitlab, forgejo] = examples.map((example) => parse(example) as unknown) as [
      Steps,
      { readonly release: { readonly script: readonly string[] } },
      Steps,
    ];
    const runsOf = ({ jobs }: Steps): readonly string[] => jobs.release.steps.flatMap(({ run }) => run ?? []);
    const endpoint = () => ({
      ACTIONS_ID_TOKEN_REQUEST_URL: `${cli.origin}/token?v=2`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of the job',
    });
    const issued: StubReply = { status: 200, body: { value: 'a.b.c' } };
    const exchanged: StubReply = {
      status: 201,
      body: { key: KEY, expires_at: new Date(Date.now() + 600_000).toISOString() },
    };
    const jobs = [
      {
        system: 'GitHub',
        run: () => runSteps(['bash', '-ec'], ['set -o pipefail', ...runsOf(github)], endpoint()),
        toKey: [issued, exchanged],
        // Each command exchanges a token of its own.
        toWait: [issued, exchanged],
      },
      {
        system: 'GitLab',
        run: () => runSteps(['sh', '-ec'], gitlab.release.script, { KUSHK_ID_TOKEN: 'a.b.c' }),
        toKey: [exchanged],
        toWait: [],
      },
      {
        system: 'Forgejo',
        run: () => runSteps(['bash', '-e', '-o', 'pipefail', '-c'], runsOf(forgejo), endpoint()),
        toKey: [issued, exchanged],
        toWait: [],
      },
    ];

    it.each(jobs)('for $system succeeds when the release is approved', async ({ run, toKey, toWait }) => {
      const approved = { status: 200, body: { ...RELEASE, status: 'approved' } };
      cli.replies = [...toKey, verdictReply(), { status: 201, body: RELEASE }, ...toWait, approved];
      expect(await run()).toEqual({ code: 0, log: expect.stringContaining('ir.acme.invoices@1.4.0 is approved') });
      expect(cli.replies).toEqual([]);
    });

    it.each(jobs)('for $system fails and logs the reason when the submission is rejected', async ({ run, toKey }) => {
      cli.replies = [...toKey, verdictReply(), problemReply(409, 'catalogue.version_exists', { same_content: false })];
      expect(await run()).toEqual({ code: 13, log: expect.stringContaining('catalogue.version_exists') });
      expect(cli.replies).toEqual([]);
    });

    it.each(jobs)('for $system submits nothing when its token is refused', async ({ run, toKey }) => {
      const refused = [...toKey.slice(0, -1), problemReply(401, 'auth.exchange_refused')];
      // A system that issues tokens on request is given a second chance with a new one.
      cli.replies = toKey.length > 1 ? [...refused, ...refused] : refused;
      expect(await run()).toEqual({ code: 4, log: expect.stringContaining('auth.exchange_refused') });
      expect(cli.requests.at(-1)?.url).toBe('/oidc/exchange');
    });
  });
});

/** Runs the examples of docs/publishing.md. */
import { execFile } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { cliHarness, problemReply, RELEASE, VALID_MANIFEST, verdictReply } from '../test/cli-harness.js';
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
  shell: 'sh' | 'bash',
  options: string,
  steps: readonly string[],
): Promise<{ readonly code: number; readonly log: string }> {
  copyFileSync(new URL('../dist/kushk.mjs', import.meta.url), join(cli.folder, 'kushk.mjs'));
  cli.writeFile(VALID_MANIFEST.replace('http://localhost:3000', 'https://plugin.acme.ir'));
  cli.writeFile('What is new', 'CHANGES.md');
  const env = {
    ...cli.withPublisherKey().environment,
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
  };
  return new Promise((resolve) => {
    execFile(shell, [options, steps.join('\n')], { cwd: cli.folder, env }, (error, stdout, stderr) =>
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
    expect(examples).toHaveLength(2);
    for (const example of examples) {
      expect(parse(example)).toEqual(expect.objectContaining({}));
      expect(example.indexOf('manifest check')).toBeLessThan(example.indexOf('release submit'));
      expect(example.indexOf('release submit')).toBeLessThan(example.indexOf('release wait'));
    }
  });

  describe('the example CI job', () => {
    const [github, gitlab] = examples.map((example) => parse(example) as unknown) as [
      { jobs: { release: { steps: { run?: string }[] } } },
      { release: { script: string[] } },
    ];
    const jobs = [
      [
        'GitHub',
        () =>
          runSteps('bash', '-ec', ['set -o pipefail', ...github.jobs.release.steps.flatMap(({ run }) => run ?? [])]),
      ],
      ['GitLab', () => runSteps('sh', '-ec', gitlab.release.script)],
    ] as const;

    it.each(jobs)('for %s succeeds when the release is approved', async (_runner, run) => {
      cli.replies = [
        verdictReply(),
        { status: 201, body: RELEASE },
        { status: 200, body: { ...RELEASE, status: 'approved' } },
      ];
      expect(await run()).toEqual({ code: 0, log: expect.stringContaining('ir.acme.invoices@1.4.0 is approved') });
    });

    it.each(jobs)('for %s fails and logs the reason when the submission is rejected', async (_runner, run) => {
      cli.replies = [verdictReply(), problemReply(409, 'catalogue.version_exists', { same_content: false })];
      expect(await run()).toEqual({ code: 13, log: expect.stringContaining('catalogue.version_exists') });
      expect(cli.requests).toHaveLength(2);
    });
  });
});

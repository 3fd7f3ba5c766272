/** docs/publishing.md, against the command that it describes. */
import { execFile } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { commandUnderTest, INVOICES, refusal, RELEASE } from './black-box/command-under-test.js';
import { EXIT } from './exit-codes.js';

const page = readFileSync(new URL('../../../docs/publishing.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(([, text = '']) => text);
/** `node kushk.mjs release wait --from …` → its words; what a shell would do with the rest of the line is left out. */
const commands = [...page.matchAll(/node kushk\.mjs ([^\n|>]+?)(?:\s*(?:\||>|\n))/g)].map(([, words = '']) =>
  words.trim().split(/\s+/),
);

const cli = commandUnderTest();

/** The steps of a job as its runner has a shell run them, beside the command and a manifest: exit code, and what the log shows. */
function runSteps(
  shell: 'sh' | 'bash',
  options: string,
  steps: readonly string[],
): Promise<{ readonly code: number; readonly log: string }> {
  copyFileSync(new URL('../dist/kushk.mjs', import.meta.url), join(cli.folder, 'kushk.mjs'));
  cli.write(INVOICES.replace('http://localhost:3000', 'https://plugin.acme.ir'));
  cli.write('What is new', 'CHANGES.md');
  const env = { ...cli.asPublisher().environment, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` };
  return new Promise((resolve) => {
    execFile(shell, [options, steps.join('\n')], { cwd: cli.folder, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), log: stdout + stderr }),
    );
  });
}

describe('the page about publishing', () => {
  it('uses commands and options that exist', async () => {
    expect(commands.length).toBeGreaterThanOrEqual(8);
    for (const words of commands) {
      const [group = '', command = ''] = words;
      const { exitCode, out } = await cli.run([group, command, '--help']);
      const options = words.filter((word) => word.startsWith('--'));
      expect({
        words,
        exitCode,
        unknown: options.filter((option) => !out.includes(`  ${option} `) && !out.includes(`${option}\n`)),
      }).toEqual({ words, exitCode: 0, unknown: [] });
    }
  }, 60_000);

  it('names every exit code and no other', () => {
    const named = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
    expect(named.sort((a, b) => a - b)).toEqual(Object.values(EXIT).sort((a, b) => a - b));
  });

  it('has examples that are YAML, with jobs that check before they submit', () => {
    expect(examples).toHaveLength(2);
    for (const example of examples) {
      expect(parse(example)).toEqual(expect.objectContaining({}));
      expect(example.indexOf('manifest check')).toBeLessThan(example.indexOf('release submit'));
      expect(example.indexOf('release submit')).toBeLessThan(example.indexOf('release wait'));
    }
  });

  describe('in a job', () => {
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

    it.each(jobs)('of %s goes on to the end when the release is approved', async (_runner, run) => {
      cli.answers = [
        { status: 201, body: RELEASE },
        { status: 200, body: { ...RELEASE, status: 'approved' } },
      ];
      expect(await run()).toEqual({ code: 0, log: expect.stringContaining('ir.acme.invoices@1.4.0 is approved') });
    });

    it.each(jobs)('of %s ends where the release is refused, and the log says why', async (_runner, run) => {
      cli.answers = [refusal(409, 'catalogue.version_exists', { same_content: false })];
      expect(await run()).toEqual({ code: 13, log: expect.stringContaining('catalogue.version_exists') });
      expect(cli.asked).toHaveLength(1);
    });
  });
});

/**
 * Runs the commands of docs/guide/en/first-plugin.md, and then those of docs/plugin-authors.md, in order and in a
 * shell. The plugin is the one in Python, because a test has no registry to install from; `npm run ten-minutes`
 * follows the same guide with the tarballs and the plugin in TypeScript. The Persian page has the same commands.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@kushk/embedded';
import { eventually } from '@kushk/testing';
import { granted, type Body } from '../parties/client.js';
import { GuidePage } from '../parties/guide-page.js';
import { holdsWithin } from '../parties/holds.js';
import { runConcurrently } from '../pages/run-concurrently.js';
import { admin, unique } from '../parties/parties.js';
import { system } from '../system/the-system.js';

const KUSHK = fileURLToPath(new URL('../../../cli/bin/kushk.mjs', import.meta.url));
const withinMs = 60_000;

const NEEDS_REGISTRY = 'needs a registry: npm run ten-minutes runs it';
/** A run of all cases takes twenty seconds; apps/cli/src/commands/plugin-new.int-spec.ts runs them. */
const SOME_CASES = '--only tool';
/** The commands that no test runs, with the reason. */
const notRun: Readonly<Record<string, string>> = {
  'npm install ./kushk-cli-0.1.0.tgz ./kushk-plugin-sdk-0.1.0.tgz': NEEDS_REGISTRY,
  'npm install ../kushk-cli-0.1.0.tgz': NEEDS_REGISTRY,
  'cd reminders && npm install ../kushk-cli-0.1.0.tgz': NEEDS_REGISTRY,
  'npx @kushk/cli dev logs evt_…': 'needs the id of a call: kushk-dev.e2e-spec.ts shows one',
  ...Object.fromEntries(
    ['dev clock', 'dev clock +32d', 'usage statement 2026-11'].map((command) => [
      `npx @kushk/cli ${command}`,
      'would move the clock of all tests: apps/integration/src/fleet/month-end.int-spec.ts moves its own',
    ]),
  ),
  'npx @kushk/cli plugin test --run "node worker.js" --poll':
    'needs a plugin that polls: apps/cli/src/commands/plugin-test.int-spec.ts has one',
};

/** The lines of the blocks of commands of a page, without comments. */
const commandsOf = (path: string): readonly string[] =>
  new GuidePage(path)
    .blocks('(?:sh(?: background)?|console)')
    .flatMap((block) => block.trimEnd().split('\n'))
    .map((line) => line.replace(/^\$ /, '').replace(/\s+# .*$/, ''));
const pages = ['docs/guide/en/first-plugin.md', 'docs/plugin-authors.md', 'docs/guide/fa/plugin.md'];
const commands = [...new Set(pages.flatMap(commandsOf))].filter((command) => notRun[command] === undefined);

const ACTIONS = commands.find((command) => command.startsWith('npx @kushk/cli plugin test --run --actions')) ?? '';

/** What the page of the plugin sends to it. */
const addOnPage = commands.find((command) => command.startsWith('npx @kushk/cli dev handle --json |')) ?? '';

interface Running {
  readonly ended: Promise<number | null>;
  readonly out: () => string;
  /** As Ctrl-C in a terminal. */
  readonly interrupt: () => void;
}

describe('the commands of the guides', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kushk-guide-commands-'));
  const id = `ir.${unique('guide')}.reminders`;
  const children = new Set<ChildProcess>();
  let working = folder;
  let dev: Running;
  /** The ports of the plugin of `kushk dev`, and of one that runs already. */
  let ports: readonly [own: number, running: number];

  /** Starts a command in a process group of its own, as a shell in a terminal does. */
  function start(command: string, environment: Readonly<Record<string, string>> = {}): Running {
    const child = spawn('sh', ['-c', `exec ${command}`], {
      cwd: working,
      detached: true,
      env: {
        PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter),
        LANG: 'C',
        KUSHK_DATA_DIR: system.dataDir,
        ...environment,
      },
    });
    children.add(child);
    let out = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        out += text;
      });
    const ended = new Promise<number | null>((resolve) =>
      child.once('close', (exitCode) => {
        children.delete(child);
        resolve(exitCode);
      }),
    );
    return { ended, out: () => out, interrupt: () => void process.kill(-child.pid!, 'SIGINT') };
  }
  async function run(command: string): Promise<string> {
    const { ended, out } = start(command);
    const exitCode = await ended;
    expect([exitCode, out()]).toEqual([0, out()]);
    return out();
  }
  async function prints({ out }: Running, text: RegExp): Promise<void> {
    await holdsWithin(withinMs, () => expect(out()).toMatch(text));
  }
  async function interrupted(running: Running, exitCode: number | null = 0): Promise<void> {
    running.interrupt();
    expect([await running.ended, running.out()]).toEqual([exitCode, running.out()]);
  }
  const waiting = async (): Promise<readonly Body[]> =>
    granted(await admin.get(`/proposals?plugin_id=${id}&status=pending`)).items as readonly Body[];

  /** They need no system and no other command, and mostly wait, so they run beside each other. */
  const testRuns: Readonly<Record<string, (command: string) => Promise<void>>> = {
    'npx @kushk/cli plugin test --run': async (command) => {
      expect(await run(`${command} ${SOME_CASES}`)).toContain('1 passed, 0 failed, 0 skipped');
    },
    'npx @kushk/cli plugin test --run --junit report.xml': async (command) => {
      await run(`${command} ${SOME_CASES}`);
      expect(readFileSync(join(working, 'report.xml'), 'utf8')).toContain('<testsuites tests="1" failures="0"');
    },
    'npx @kushk/cli plugin test --run --only event-stale,rotation': async (command) => {
      expect(await run(command)).toMatch(/✓ event-stale[^]*✓ rotation[^]*2 passed, 0 failed, 0 skipped/);
    },
    [ACTIONS]: async (command) => {
      expect(await run(`${command} --only page-action`)).toContain('1 passed, 0 failed, 0 skipped');
    },
    'npx @kushk/cli plugin test http://localhost:4100': async (command) => {
      const listen = await freePort();
      const plugin = start('python3 main.py', {
        PORT: String(ports[1]),
        KUSHK_BASE_URL: `http://127.0.0.1:${listen}`,
        KUSHK_STATE_DIR: join(folder, 'state'),
      });
      const answers = (): Promise<boolean> => fetch(`http://localhost:${ports[1]}/health`).then(({ ok }) => ok);
      await eventually(() => answers().catch(() => false), withinMs);
      expect(await run(`${command.replace('4100', String(ports[1]))} --listen ${listen} --only event-stale`)).toContain(
        '1 passed, 0 failed',
      );
      plugin.interrupt();
      await plugin.ended;
    },
  };
  const tests = runConcurrently(Object.keys(testRuns), (command) => testRuns[command]!(command));

  const runs: Readonly<Record<string, (command: string) => Promise<void>>> = {
    ...Object.fromEntries(Object.keys(testRuns).map((command) => [command, tests])),
    'npx @kushk/cli plugin new reminders': async (command) => {
      const own = `--template python --id ${id} --port ${ports[0]} --publisher ${system.publisher.id}`;
      expect(await run(`${command} ${own}`)).toMatch(/cd reminders\n {2}(npx @kushk\/cli|kushk) dev/);
    },
    'cd reminders': (command) => {
      working = join(folder, command.slice('cd '.length));
      return Promise.resolve();
    },
    'npx @kushk/cli dev': async (command) => {
      dev = start(command);
      await holdsWithin(withinMs, async () => expect(await waiting()).toHaveLength(1));
    },
    [`npx @kushk/cli dev tool find_reminders '{"text": ""}'`]: async (command) => {
      // A slow call shows its progress before the answer.
      const printed = await run(command);
      expect(JSON.parse(printed.slice(printed.indexOf('[')))).toMatchObject([
        { title: 'Try the reminders', outcome: 'pending' },
      ]);
    },
    'npx @kushk/cli dev apply': async (command) => {
      expect(await run(command)).toContain('Try the reminders: the proposal is applied');
      await prints(dev, /→ .*plugin\.proposal\.settled.* 200/);
    },
    'npx @kushk/cli dev logs': async (command) => {
      expect(await run(command)).toMatch(/proposal applied[^]*→ .*plugin\.proposal\.settled.* 200/);
    },
    'npx @kushk/cli dev records': async (command) => {
      expect(await run(command)).toMatch(/^reminder\/welcome .*\n.*"outcome":"applied"/);
    },
    [addOnPage]: async (command) => {
      expect(await run(command.replace('4100', String(ports[0])))).toContain('{"status": "proposed"}');
      await prints(dev, /← POST \/wallet\/holds {2}201[^]*← POST \/wallet\/holds\/\S+\/settle {2}200/);
      // The balance is read beside the calls, so it may be printed before the answer that it belongs to.
      await prints(dev, /99\.5 MU available, 0 held/);
    },
    'npx @kushk/cli release submit manifest.yaml': async (command) => {
      const next = /"(kushk release status [^"]+)"/.exec(await run(command))![1]!;
      expect(await run(next.replace('kushk', 'npx @kushk/cli'))).toContain(`${id}@0.1.0 is submitted`);
    },
    'npx @kushk/cli dev approve': async (command) => {
      expect(await run(command)).toContain(`${id}@0.1.0 is published`);
      await prints(dev, /the release \S+@0\.1\.0 is approved and published/);
    },
    'npx @kushk/cli dev tool': async (command) => {
      expect(await run(command)).toContain('find_reminders');
    },
    'npx @kushk/cli dev handle': async (command) => {
      expect(await run(command)).toMatch(/^kh_\S+$/m);
    },
    'npx @kushk/cli dev records reminder': async (command) => {
      expect(await run(command)).toContain('reminder/welcome');
    },
    'npx @kushk/cli dev trigger plugin.proposal.settled': async (command) => {
      expect(await run(command)).toMatch(/✓ plugin\.proposal\.settled evt_.* 200/);
    },
    [`npx @kushk/cli dev tool find_reminders '{"text": "rent"}'`]: async (command) => {
      expect(await run(command)).toMatch(/^\[\]$/m);
    },
    'npx @kushk/cli dev logs --follow': async (command) => {
      const logs = start(command);
      await prints(logs, /→ .*plugin\.proposal\.settled/);
      await run('npx @kushk/cli dev trigger plugin.ping');
      await prints(logs, /→ .*plugin\.ping/);
      // It has nothing to stop, so the signal itself ends it.
      await interrupted(logs, null);
    },
    'npx @kushk/cli dev restart': async (command) => {
      expect(await run(command)).toContain('the plugin was started again');
    },
    'npx @kushk/cli dev gift 50': async (command) => {
      expect(await run(command)).toMatch(/MU available/);
    },
    'npx @kushk/cli dev settings': async (command) => {
      expect(await run(command)).toContain('hour');
    },
    'npx @kushk/cli dev settings region=ir limit=5': async (command) => {
      expect(await run(command.replace('region=ir limit=5', 'hour=10'))).toMatch(/hour.*10/);
      await interrupted(dev);
    },
    'npx @kushk/cli dev --settings settings.json --set region=ir': async (command) => {
      writeFileSync(join(working, 'settings.json'), '{ "hour": 11 }');
      const running = start(command.replace('region=ir', 'hour=12'));
      await prints(running, /ready/);
      expect(await run('npx @kushk/cli dev settings')).toMatch(/hour.*12/);
      await interrupted(running);
    },
    'npx @kushk/cli dev --credentials-file .env': async (command) => {
      const run = start(command);
      await prints(run, /the credentials are in the file/);
      await interrupted(run);
      expect(readFileSync(join(working, '.env'), 'utf8')).toMatch(/^KUSHK_SIGNING_SECRET=ks_\w+$/m);
    },
    'npx @kushk/cli dev --reinstall': async (command) => {
      const run = start(command);
      await prints(run, /→ .*installed.* 200/);
      // What the plugin had proposed before stays with the organisation.
      await holdsWithin(withinMs, async () =>
        expect((await waiting()).map(({ summary }) => summary as string)).toContain('Try the reminders'),
      );
      await interrupted(run);
    },
    'npx @kushk/cli manifest check manifest.yaml': async (command) => {
      expect(await run(command)).toContain('manifest.yaml: no problems');
    },
  };

  beforeAll(async () => {
    mkdirSync(join(folder, 'bin'));
    const kushk = `exec '${process.execPath}' '${KUSHK}' "$@"\n`;
    writeFileSync(join(folder, 'bin', 'kushk'), `#!/bin/sh\n${kushk}`, { mode: 0o755 });
    // What npx does once the package is installed.
    writeFileSync(join(folder, 'bin', 'npx'), `#!/bin/sh\nshift\n${kushk}`, { mode: 0o755 });
    ports = [await freePort(), await freePort()];
  });
  afterAll(async () => {
    for (const child of children) process.kill(-child.pid!, 'SIGKILL');
    await eventually(() => children.size === 0);
    rmSync(folder, { recursive: true, force: true });
  });

  it('have no command without a test', () => {
    expect(commands.filter((command) => runs[command] === undefined)).toEqual([]);
    expect(Object.keys(runs).filter((command) => !commands.includes(command))).toEqual([]);
  });

  it.each(commands)('work: %s', (command) => runs[command]!(command));
});

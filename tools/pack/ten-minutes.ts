/**
 * `npm run ten-minutes` follows docs/guide/en/first-plugin.md as a new developer would: it installs the two tarballs of
 * `npm run pack` into an empty folder with the Node of this machine (not the one of the repository), runs every command
 * of the guide in order, and prints how long each takes. It ends with exit code 1 at the first command that fails.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { guideCommands } from './guide-blocks.js';
import { withoutNpmConfig } from './npm-pack.mjs';

const root = resolve(import.meta.dirname, '../..');
const packed = join(root, 'dist', 'pack');
const portBase = process.env['KUSHK_PORT_BASE'] ?? '9700';
const promisedSeconds = 90;
const waitMs = 120_000;

interface Step {
  readonly what: string;
  readonly seconds: number;
}

class Newcomer {
  private readonly folder = mkdtempSync(join(tmpdir(), 'kushk-ten-minutes-'));
  private readonly environment: NodeJS.ProcessEnv;
  private readonly steps: Step[] = [];
  private readonly dataFolder: string;
  private working = this.folder;
  private background: ChildProcess | null = null;
  private output = '';

  constructor() {
    this.dataFolder = join(this.folder, 'data');
    this.environment = {
      ...withoutNpmConfig(process.env),
      // The Node and npm of this machine, as a developer has them.
      PATH: (process.env['PATH'] ?? '')
        .split(delimiter)
        .filter((part) => !part.includes('node_modules'))
        .join(delimiter),
      KUSHK_DATA_DIR: this.dataFolder,
      NODE_COMPILE_CACHE: join(this.folder, 'compiled'),
      KUSHK_PORT_BASE: portBase,
      KUSHK_BASE_URL: `http://127.0.0.1:${portBase}`,
      NO_COLOR: '1',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_loglevel: 'error',
      npm_config_prefer_offline: 'true',
    };
  }

  async follow(): Promise<void> {
    mkdirSync(join(this.folder, 'work'));
    this.working = join(this.folder, 'work');
    for (const name of readdirSync(packed)) cpSync(join(packed, name), join(this.working, name));
    writeFileSync(join(this.working, 'package.json'), '{"private":true}\n');
    const guide = readFileSync(join(root, 'docs/guide/en/first-plugin.md'), 'utf8');
    for (const { command, isBackground } of guideCommands(guide)) {
      if (isBackground) await this.timed(command, () => this.startInBackground(command));
      else if (command.startsWith('cd ')) this.working = join(this.working, command.slice('cd '.length));
      else await this.timed(command, () => Promise.resolve(this.run(command)));
      if (command.includes('dev apply')) await this.timed('the plugin gets the event', () => this.settled());
      if (command.includes('dev handle')) await this.timed('the plugin charges', () => this.charged());
    }
  }

  report(): void {
    const [install, ...rest] = this.steps;
    const seconds = rest.reduce((sum, step) => sum + step.seconds, 0);
    for (const { what, seconds: one } of this.steps) print(`${one.toFixed(1).padStart(6)} s  ${what}`);
    print(
      `\nInstallation ${install?.seconds.toFixed(1)} s; from the first command to the review ${seconds.toFixed(1)} s`,
    );
    print(`(promised: under ${promisedSeconds} s after the installation)`);
  }

  async close(): Promise<void> {
    const child = this.background;
    if (child !== null && child.exitCode === null) {
      const ended = new Promise((done) => child.once('exit', done));
      process.kill(-child.pid!, 'SIGINT');
      await Promise.race([ended, pause(30_000)]);
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async timed(what: string, work: () => Promise<void>): Promise<void> {
    const startedAt = performance.now();
    await work();
    this.steps.push({ what, seconds: (performance.now() - startedAt) / 1000 });
    print(`ok  ${what}`);
  }

  private run(command: string): void {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
      cwd: this.working,
      env: this.environment,
      encoding: 'utf8',
      timeout: 300_000,
    });
    if (status !== 0) throw new Error(`${command}\nended with ${status}:\n${stdout}\n${stderr}\n${this.output}`);
  }

  /** Starts `kushk dev` and waits until the plugin has taken its credentials. */
  private async startInBackground(command: string): Promise<void> {
    const child = spawn('sh', ['-c', `exec ${command} --json`], {
      cwd: this.working,
      env: this.environment,
      // A group of its own: npx does not pass signals on, and Ctrl-C in a terminal reaches the whole group as well.
      detached: true,
    });
    this.background = child;
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (this.output += String(text)));
    await this.until('the plugin is installed', async () => (await this.proposals('pending')).length > 0);
  }

  private async settled(): Promise<void> {
    await this.until('the event is delivered', () => Promise.resolve(/plugin\.proposal\.settled/.test(this.output)));
  }

  private async charged(): Promise<void> {
    await this.until('a hold is settled', () => Promise.resolve(/\/wallet\/holds\/[^"]*\/settle/.test(this.output)));
  }

  /** The proposals of the plugin of the guide: the demo has others. */
  private async proposals(status: string): Promise<readonly { readonly id: string; readonly plugin_id?: string }[]> {
    const { items } = (await this.api(`/proposals?status=${status}`)) as { items: readonly Record<string, string>[] };
    return items.filter((item) => JSON.stringify(item).includes('ir.example.reminders')) as never;
  }

  private async api(path: string): Promise<unknown> {
    const dev = JSON.parse(readFileSync(join(this.dataFolder, 'dev.json'), 'utf8')) as {
      readonly instances: readonly { readonly service_origin: string }[];
      readonly organisation: { readonly admin_token: string };
    };
    const response = await fetch(`${dev.instances[0]!.service_origin}/instance/v1${path}`, {
      headers: { authorization: `Bearer ${dev.organisation.admin_token}` },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  private async until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + waitMs;
    for (;;) {
      if (await isTrue().catch(() => false)) return;
      if (typeof this.background?.exitCode === 'number') throw new Error(`kushk dev ended:\n${this.output}`);
      if (performance.now() > deadline) throw new Error(`not within ${waitMs / 1000} s: ${what}\n${this.output}`);
      await pause(250);
    }
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const newcomer = new Newcomer();
try {
  await newcomer.follow();
  newcomer.report();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await newcomer.close();
}

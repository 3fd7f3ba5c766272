/** A plugin as `kushk plugin new` writes it, as a process of its own. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@kushk/embedded';
import { eventually } from '@kushk/testing';
import { system } from '../system/the-system.js';
import { unique } from './parties.js';

const modules = fileURLToPath(new URL('../../../../node_modules/', import.meta.url));
export const kushk = fileURLToPath(new URL('../../../cli/bin/kushk.mjs', import.meta.url));
const inFolder = (cwd: string, command: string, args: readonly string[]): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** The templates of plugins that listen. */
export type Template = 'node' | 'python' | 'go' | 'php';
/** What starts a new plugin, once it is compiled. */
const commands: Readonly<Record<Template, readonly [string, ...string[]]>> = {
  node: [process.execPath, 'dist/src/main.js'],
  python: ['python3', 'main.py'],
  go: ['./reminders'],
  php: ['sh', '-c', 'exec php -q -S "$HOST:$PORT" server.php'],
};

export class NewPlugin {
  private constructor(
    readonly id: string,
    readonly url: string,
    private readonly running: { readonly folder: string; readonly child: ChildProcess },
  ) {}

  /** Writes a plugin, publishes it for development and starts it. */
  static async start(template: Template): Promise<NewPlugin> {
    const { folder, id, port } = await published(template);
    const [command, ...args] = commands[template];
    const configuration = { PORT: String(port), KUSHK_BASE_URL: system.hub, KUSHK_STATE_DIR: 'state' };
    const child = spawn(command, args, {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PHP_CLI_SERVER_WORKERS: '4', ...configuration },
      stdio: 'ignore',
    });
    const url = `http://localhost:${port}`;
    await eventually(async () => (await fetch(`${url}/health`).catch(() => null))?.ok === true, 60_000);
    return new NewPlugin(id, url, { folder, child });
  }

  /**
   * Writes a plugin that polls and publishes it. `install` makes an installation; the plugin is started with the lines
   * that `kushk store credentials` prints.
   */
  static async startPolling(install: (pluginId: string) => Promise<string>): Promise<NewPlugin> {
    const { folder, id } = await published('poller');
    const installation = await install(id);
    const lines = execFileSync(process.execPath, [kushk, 'store', 'credentials', installation], {
      cwd: folder,
      env: { ...process.env, ...asAdmin },
      encoding: 'utf8',
    });
    const credentials = Object.fromEntries(
      lines
        .trim()
        .split('\n')
        .map((line) => line.split('=', 2)),
    );
    const child = spawn(process.execPath, ['dist/src/main.js'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...credentials },
      stdio: 'ignore',
    });
    return new NewPlugin(id, '', { folder, child });
  }

  /** Resolves to the exit code of the process, which ends by itself. */
  ended(): Promise<number | null> {
    const { child } = this.running;
    if (child.exitCode !== null) return Promise.resolve(child.exitCode);
    return new Promise((resolve) => child.once('exit', resolve));
  }

  async stop(): Promise<void> {
    const { folder, child } = this.running;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.kill()) await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

const asAdmin = { KUSHK_SERVICE_ORIGIN: system.instance, KUSHK_TOKEN: system.tokens.admin };

/** Writes a plugin into a new folder. */
export async function writeNewPlugin(template: Template | 'poller') {
  const folder = mkdtempSync(join(tmpdir(), `kushk-${template}-`));
  const [id, port] = [`ir.${unique(template)}.reminders`, await freePort()];
  const options = ['--template', template, '--id', id, '--port', String(port), '--publisher', system.publisher.id];
  inFolder(folder, process.execPath, [kushk, 'plugin', 'new', '.', ...options]);
  if (template === 'node' || template === 'poller') compile(folder);
  if (template === 'go') inFolder(folder, 'go', ['build', '-o', 'reminders', '.']);
  return { folder, id, port };
}

/** Writes a plugin and publishes it for development. */
async function published(template: Template | 'poller') {
  const written = await writeNewPlugin(template);
  const environment = { ...process.env, ...asAdmin };
  execFileSync(process.execPath, [kushk, 'dev', 'publish', 'manifest.yaml'], { cwd: written.folder, env: environment });
  return written;
}

/** What `npm install` and `tsc` do, without a registry: the packages of this repository, and the SDK's tarball. */
function compile(folder: string): void {
  const sdk = join(folder, 'node_modules', '@kushk', 'plugin-sdk');
  mkdirSync(sdk, { recursive: true });
  const [tarball = ''] = readdirSync(join(folder, 'vendor'));
  inFolder(folder, 'tar', ['-xzf', join('vendor', tarball), '--strip-components=1', '-C', sdk]);
  for (const name of ['typescript', '@types']) symlinkSync(join(modules, name), join(folder, 'node_modules', name));
  inFolder(folder, process.execPath, [join(modules, 'typescript', 'bin', 'tsc'), '--project', 'src']);
}

/** The plugin's own process in a run of `kushk dev`: its start, its restart, and what it prints. */
import { dirname } from 'node:path';
import type { Manifest } from '@kushk/manifest';
import { EXIT } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { phrase } from '../phrase.js';
import { portOf, startCommandOf } from '../plugin-folder.js';
import { firstFreePort, isListening, PluginProcess } from '../plugin-process/plugin-process.js';
import { ownerOfPort, ownerText } from '../plugin-process/port-owner.js';
import { PortWait } from '../plugin-process/port-wait.js';
import type { Terminal } from '../terminal.js';

export interface DevPluginOptions {
  readonly terminal: Terminal;
  /** Path of the manifest, in whose folder the plugin runs. */
  readonly file: string;
  readonly hub: string;
  readonly serviceOrigin: string;
  /** A command; false: the plugin is started elsewhere. */
  readonly run: string | boolean | undefined;
  readonly onNote: (level: 'info' | 'warning' | 'error', text: string) => void;
  readonly onLine: (line: string) => void;
  /** Called when the port for which the plugin waits is free again. */
  readonly onPortFree: () => void;
}

type Environment = Readonly<Record<string, string>>;

const API_TIMEOUT_MS = 5_000;

export class DevPlugin {
  private process: PluginProcess | null = null;
  /** Where the process listens. */
  private address = '';
  /** With which a plugin that polls was started. */
  private credentials: Environment = {};
  /** How the process was started. */
  private started: { readonly command: string; readonly baseUrl: string | null } | null = null;
  /** Whether the last `start` of a plugin that runs here did not succeed. */
  hasFailed = false;
  private isEnded = false;
  private readonly portWait: PortWait;

  constructor(private readonly options: DevPluginOptions) {
    this.portWait = new PortWait(options.onPortFree);
  }

  /** False for a plugin that was started elsewhere. */
  get isStartedHere(): boolean {
    return this.process !== null;
  }

  /** The command that starts it here; null without one, and for a plugin that runs elsewhere. */
  get command(): string | null {
    const { file, run } = this.options;
    if (run === false) return null;
    return typeof run === 'string' ? run : startCommandOf(file);
  }

  /**
   * Starts the plugin, unless it was started before or runs elsewhere; once more when its address has changed. Rejects
   * when another program has the port, whose answers would look like failures of the plugin, and waits until the port
   * is free. Does nothing after `stop`.
   */
  async start(manifest: Manifest): Promise<void> {
    const { run, onNote, terminal } = this.options;
    if (run === false || manifest.base_url === undefined || manifest.delivery === 'poll') return;
    const baseUrl = manifest.base_url;
    this.portWait.stop();
    if (this.process !== null && this.address === baseUrl) return;
    await this.process?.stop();
    this.process = null;
    this.hasFailed = true;
    const { command } = this;
    const isTaken = await isListening(baseUrl);
    // A wait or a process that began now would keep the command alive: nobody stops it again.
    if (this.isEnded) return;
    if (command === null && !isTaken)
      onNote(
        'warning',
        terminal.translate`nothing listens at ${baseUrl}: start the plugin, or name its command with --run`,
      );
    if (command === null) {
      this.hasFailed = false;
      return;
    }
    if (isTaken) {
      this.portWait.start(baseUrl);
      throw await portIsTaken(baseUrl);
    }
    const started = this.processFor(command, baseUrl);
    [this.process, this.address, this.credentials] = [started, baseUrl, {}];
    onNote('info', terminal.translate`starting the plugin: ${command}`);
    await started.start().catch((error: unknown) => {
      this.process = null;
      throw error;
    });
    this.hasFailed = false;
    onNote('info', terminal.translate`the plugin listens at ${baseUrl}`);
  }

  /**
   * Starts a plugin that polls with the credentials of an installation, unless it runs with them. They are read only
   * then, because that works once. Does nothing for any other plugin.
   */
  async startPolling(manifest: Manifest, id: string, read: () => Promise<Environment>): Promise<void> {
    const { run, onNote, terminal } = this.options;
    if (manifest.delivery !== 'poll' || run === false || (this.process !== null && this.address === id)) return;
    const { command } = this;
    if (command === null)
      return onNote(
        'warning',
        terminal.translate`nothing polls: name the command of the plugin with --run, or read its credentials with --credentials-file`,
      );
    await this.process?.stop();
    this.process = null;
    this.hasFailed = true;
    const credentials = await read();
    if (this.isEnded) return;
    onNote('info', terminal.translate`starting the plugin: ${command}`);
    const started = this.processFor(command, servedAddress(manifest), credentials);
    [this.process, this.address, this.credentials] = [started, id, credentials];
    await started.start().catch((error: unknown) => {
      this.process = null;
      throw error;
    });
    this.hasFailed = false;
  }

  /** The next `startPolling` starts the plugin again: its credentials have ended. */
  endCredentials(): void {
    this.address = '';
  }

  /**
   * `environment`: variables that differ from now on. A command that was changed meanwhile replaces the one before.
   * Rejects when the plugin was started elsewhere, or never could be started.
   */
  async restart(environment: Environment = {}): Promise<void> {
    if (this.process === null)
      throw new Failure(
        this.hasFailed
          ? phrase`the plugin does not run: the terminal of "kushk dev" shows why`
          : phrase`"kushk dev" did not start the plugin: start it again where it runs`,
        { code: 'cli.plugin_elsewhere', exitCode: EXIT.refused },
      );
    this.credentials = { ...this.credentials, ...environment };
    const { command, started } = this;
    if (command === null || started === null || command === started.command)
      return await this.process.restart({ environment });
    await this.process.stop();
    this.process = this.processFor(command, started.baseUrl, this.credentials);
    this.options.onNote('info', this.options.terminal.translate`starting the plugin: ${command}`);
    await this.process.start();
  }

  /** Whether the API accepts the token with which a plugin that polls was started. True when it does not answer. */
  async isTokenAccepted(): Promise<boolean> {
    const { KUSHK_API_BASE: apiBase, KUSHK_INSTALLATION_TOKEN: token } = this.credentials;
    const response = await fetch(`${apiBase}/installation`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(API_TIMEOUT_MS),
    }).catch(() => null);
    return response?.status !== 401;
  }

  /** Ends the plugin and the waiting for its port, also while `start` or `restart` is under way. */
  async stop(): Promise<void> {
    this.isEnded = true;
    this.portWait.stop();
    await this.process?.stop();
  }

  private processFor(command: string, baseUrl: string | null, credentials: Environment = {}): PluginProcess {
    const { file, hub, serviceOrigin, onNote, onLine, terminal } = this.options;
    this.started = { command, baseUrl };
    return new PluginProcess({
      command,
      folder: dirname(file),
      environment: {
        ...(baseUrl !== null && { PORT: portOf(baseUrl) }),
        KUSHK_BASE_URL: hub,
        KUSHK_SERVICE_ORIGIN: serviceOrigin,
        ...credentials,
      },
      baseUrl,
      onOutput: (text) => {
        for (const line of text.split('\n')) if (line.trim() !== '') onLine(line.trimEnd());
      },
      onSlowStart: () =>
        onNote(
          'info',
          terminal.translate`waiting until the plugin listens at ${baseUrl ?? ''}; it must listen on the port in PORT`,
        ),
      onExit: (exitCode) =>
        onNote(
          'error',
          terminal.translate`the plugin ended with exit code ${exitCode ?? 1}; r or "kushk dev restart" starts it again`,
        ),
    });
  }
}

/** Where a plugin that polls listens; null without tools and pages, for which alone it has an address. */
function servedAddress({ base_url: baseUrl, tools = [], ui }: Manifest): string | null {
  return tools.length > 0 || ui !== undefined ? (baseUrl ?? null) : null;
}

async function portIsTaken(baseUrl: string): Promise<Failure> {
  const port = portOf(baseUrl);
  const free = new URL(baseUrl);
  free.port = String(await firstFreePort(Number(port)));
  const owner = await ownerOfPort(Number(port));
  const step = phrase`stop that program, or change base_url in the manifest to a free port such as ${free.origin}; --no-run if that program is the plugin`;
  return new Failure(
    owner === null
      ? phrase`waiting until port ${port} is free: another program uses it (perhaps another "kushk dev")`
      : phrase`waiting until port ${port} is free: another program uses it (${ownerText(owner)})`,
    { code: 'cli.port_taken', exitCode: EXIT.refused, step },
  );
}

/** The plugin's own process in a run of `kushk dev`: its start, its restart, and what it prints. */
import { dirname } from 'node:path';
import type { Manifest } from '@kushk/manifest';
import { EXIT } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { phrase } from '../phrase.js';
import { portOf, startCommandOf } from '../plugin-folder.js';
import { firstFreePort, isListening, PluginProcess } from '../plugin-process/plugin-process.js';
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
}

export class DevPlugin {
  private process: PluginProcess | null = null;
  /** Where the process listens. */
  private address = '';

  constructor(private readonly options: DevPluginOptions) {}

  /** False for a plugin that was started elsewhere. */
  get isStartedHere(): boolean {
    return this.process !== null;
  }

  /**
   * Starts the plugin, unless it was started before or runs elsewhere; once more when its address has changed. Rejects
   * when another program has the port: its answers would look like failures of the plugin.
   */
  async start(manifest: Manifest): Promise<void> {
    const { file, run, onNote, terminal } = this.options;
    if (run === false || manifest.base_url === undefined) return;
    const baseUrl = manifest.base_url;
    if (this.process !== null && this.address === baseUrl) return;
    await this.process?.stop();
    this.process = null;
    const command = typeof run === 'string' ? run : startCommandOf(file);
    const isTaken = await isListening(baseUrl);
    if (command === null && !isTaken)
      onNote(
        'warning',
        terminal.translate`nothing listens at ${baseUrl}: start the plugin, or name its command with --run`,
      );
    if (command === null) return;
    if (isTaken) throw await portIsTaken(baseUrl);
    this.address = baseUrl;
    this.process = this.processFor(command, baseUrl);
    onNote('info', terminal.translate`starting the plugin: ${command}`);
    await this.process.start();
    onNote('info', terminal.translate`the plugin listens at ${baseUrl}`);
  }

  /** Rejects when the plugin was started elsewhere. */
  async restart(): Promise<void> {
    if (this.process === null)
      throw new Failure(phrase`"kushk dev" did not start the plugin: start it again where it runs`, {
        code: 'cli.plugin_elsewhere',
        exitCode: EXIT.refused,
      });
    await this.process.restart();
  }

  async stop(): Promise<void> {
    await this.process?.stop();
  }

  private processFor(command: string, baseUrl: string): PluginProcess {
    const { file, hub, serviceOrigin, onNote, onLine, terminal } = this.options;
    return new PluginProcess({
      command,
      folder: dirname(file),
      environment: { PORT: portOf(baseUrl), KUSHK_BASE_URL: hub, KUSHK_SERVICE_ORIGIN: serviceOrigin },
      baseUrl,
      onOutput: (text) => {
        for (const line of text.split('\n')) if (line.trim() !== '') onLine(line.trimEnd());
      },
      onSlowStart: () =>
        onNote(
          'info',
          terminal.translate`waiting until the plugin listens at ${baseUrl}; it must listen on the port in PORT`,
        ),
      onExit: (exitCode) =>
        onNote(
          'error',
          terminal.translate`the plugin ended with exit code ${exitCode ?? 1}; r or "kushk dev restart" starts it again`,
        ),
    });
  }
}

async function portIsTaken(baseUrl: string): Promise<Failure> {
  const port = portOf(baseUrl);
  const free = new URL(baseUrl);
  free.port = String(await firstFreePort(Number(port)));
  return new Failure(
    phrase`port ${port} is used by another program (perhaps another "kushk dev"): stop it, or change base_url in the manifest to a free port such as ${free.origin}; --no-run if that program is the plugin`,
    { code: 'cli.port_taken', exitCode: EXIT.refused },
  );
}

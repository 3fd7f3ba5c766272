/** The plugin's own process in a run of `kushk dev`: its start, its restart, and what it prints. */
import { dirname } from 'node:path';
import type { Manifest } from '@kushk/manifest';
import { EXIT } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { phrase } from '../phrase.js';
import { portOf, startCommandOf } from '../plugin-folder.js';
import { isListening, PluginProcess } from '../plugin-process/plugin-process.js';
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

  constructor(private readonly options: DevPluginOptions) {}

  /** Starts the plugin, unless it was started before or runs elsewhere. */
  async start(manifest: Manifest): Promise<void> {
    const { file, run, onNote, terminal } = this.options;
    if (this.process !== null || run === false || manifest.base_url === undefined) return;
    const command = typeof run === 'string' ? run : startCommandOf(file);
    const baseUrl = manifest.base_url;
    const isTaken = await isListening(baseUrl);
    if (command === null && !isTaken)
      onNote(
        'warning',
        terminal.translate`nothing listens at ${baseUrl}: start the plugin, or name its command with --run`,
      );
    if (command !== null && isTaken)
      onNote(
        'warning',
        terminal.translate`something listens at ${baseUrl} already and is used as the plugin; stop it, or change base_url, if it is another program`,
      );
    if (command === null || isTaken) return;
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

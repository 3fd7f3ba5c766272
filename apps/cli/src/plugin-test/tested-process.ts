/** The plugin under test as a process of its own, with state folders that end with the test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { usageFailure } from '../failure.js';
import { phrase } from '../phrase.js';
import { portOf, startCommandOf } from '../plugin-folder.js';
import { PluginProcess } from '../plugin-process/plugin-process.js';
import type { Restart } from './test-context.js';

/** What is stored of the output of the plugin during one case. */
const MAX_OUTPUT_CHARACTERS = 8_000;

export interface TestedProcessOptions {
  /** Path of the manifest. */
  readonly file: string;
  readonly run: string | true;
  /** Null for a plugin that polls. */
  readonly baseUrl: string | null;
  readonly hub: string;
  readonly note: (text: string) => void;
}

export class TestedProcess {
  private readonly process: PluginProcess;
  private readonly folders: string[] = [];
  private output = '';
  private listener: (text: string) => void = () => undefined;

  constructor({ file, run, baseUrl, hub, note }: TestedProcessOptions) {
    const command = run === true ? startCommandOf(file) : run;
    if (command === null) throw usageFailure(phrase`no start command: name it with --run "COMMAND"`);
    const isShown = process.env['KUSHK_VERBOSE'] !== undefined;
    this.process = new PluginProcess({
      command,
      folder: dirname(file),
      baseUrl,
      environment: {
        ...(baseUrl !== null && { PORT: portOf(baseUrl) }),
        KUSHK_BASE_URL: hub,
        KUSHK_STATE_DIR: this.newFolder(),
      },
      onOutput: (text) => {
        this.output = (this.output + text).slice(-MAX_OUTPUT_CHARACTERS);
        this.listener(text);
        if (isShown) note(text.trimEnd());
      },
    });
  }

  start(): Promise<void> {
    return this.process.start();
  }

  restart({ isFresh = false, environment, ...how }: Restart = {}): Promise<void> {
    const state = isFresh ? { KUSHK_STATE_DIR: this.newFolder() } : {};
    return this.process.restart({ ...how, environment: { ...environment, ...state } });
  }

  async stop(): Promise<void> {
    await this.process.stop();
    for (const folder of this.folders) rmSync(folder, { recursive: true, force: true });
  }

  /** Also passes the whole output to a listener. */
  onOutput(listener: (text: string) => void): void {
    this.listener = listener;
  }

  /** What the plugin has written since the last call, at most its last part. */
  takeOutput(): string {
    const taken = this.output;
    this.output = '';
    return taken;
  }

  private newFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'kushk-plugin-test-'));
    this.folders.push(folder);
    return folder;
  }
}

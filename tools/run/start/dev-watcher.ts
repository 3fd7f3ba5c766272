/** Watches the sources of apps and libraries, compiles changed files and restarts the processes that use them. */
import { watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Signal } from '@kushk/runtime/signal';
import { compileChanges } from './compile-changes.js';
import { secondsSince, type ManagedProcess } from './managed-process.js';
import { Workspace } from './workspace.js';

/** Waits before compiling, because an editor saves a file in several steps and a branch switch writes many files. */
const settleMs = 80;

export interface DevWatcherOptions {
  readonly root: string;
  readonly processes: readonly ManagedProcess[];
  /** Called with one line for the user per event. */
  readonly report: (line: string) => void;
}

export class DevWatcher {
  private readonly changed = new Set<string>();
  private readonly signal = new Signal();
  private readonly workspace: Workspace;
  private readonly watchers: readonly FSWatcher[];
  private readonly options: DevWatcherOptions;
  private isClosed = false;

  constructor(options: DevWatcherOptions) {
    this.options = options;
    this.workspace = new Workspace(options.root);
    this.watchers = ['apps', 'libs'].map((parent) =>
      watch(join(options.root, parent), { recursive: true }, (_event, name) => this.onChange(parent, name)),
    );
    void this.run();
  }

  close(): void {
    this.isClosed = true;
    for (const watcher of this.watchers) watcher.close();
    this.signal.notify();
  }

  private onChange(parent: string, name: string | null): void {
    const file = `${parent}/${(name ?? '').replaceAll('\\', '/')}`;
    if (this.workspace.packageOf(file) === null) return;
    this.changed.add(file);
    this.signal.notify();
  }

  private async run(): Promise<void> {
    while (!this.isClosed) {
      await this.signal.wait(Infinity);
      if (this.isClosed) return;
      await sleep(settleMs);
      const files = [...this.changed];
      this.changed.clear();
      if (files.length > 0) await this.apply(files);
    }
  }

  private async apply(files: readonly string[]): Promise<void> {
    const { root, report } = this.options;
    const startedAt = Date.now();
    try {
      await compileChanges(root, files);
    } catch (error) {
      report(`not compiled: ${(error as Error).message.trim()}`);
      return;
    }
    const packages = [...new Set(files.map((file) => this.workspace.packageOf(file) as string))];
    for (const folder of packages) this.workspace.refresh(folder);
    const affected = this.affectedBy(packages);
    if (affected.length === 0) report(`${packages.join(', ')} compiled; no process uses it`);
    await Promise.all(affected.map((process) => this.restart(process, { packages, startedAt })));
  }

  private affectedBy(packages: readonly string[]): ManagedProcess[] {
    const folders = [...this.workspace.dependentsOf(packages)];
    return this.options.processes.filter(({ plan }) => folders.some((folder) => plan.program.startsWith(`${folder}/`)));
  }

  private async restart(
    process: ManagedProcess,
    { packages, startedAt }: { packages: readonly string[]; startedAt: number },
  ): Promise<void> {
    const isReady = await process.restart();
    const change = `after a change in ${packages.join(', ')}`;
    const result = isReady ? `restarted in ${secondsSince(startedAt)}` : 'did not become ready';
    this.options.report(`${process.plan.name} ${result} ${change}`);
  }
}

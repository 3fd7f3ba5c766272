/** What runs as long as its data folder is claimed: servers and processes, their screen, and the order in which they end. */
import { existsSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPortFree } from '@kushk/embedded';
import { portBaseFrom } from './addresses.js';
import { buildAll, requireBuilt } from './build.js';
import { keep, type Kept } from './keeper.js';
import { claimRun, type RunFile } from './run-file.js';
import { openScreen, type Screen } from './screen.js';
import type { KeptServer } from './servers.js';
import type { ProcessPlan } from './system.js';

export const root = resolve(fileURLToPath(import.meta.url), '../../..');
const neededDiskBytes = 300_000_000;
const lookAtParentEveryMs = 500;

export interface Supervisor {
  readonly dataDir: string;
  readonly logDir: string;
  readonly screen: Screen;
  /** The port base of this data: `KUSHK_PORT_BASE`, which stays with the data, else `fallback`. */
  portBase(fallback?: number): number;
  /** Claims the data folder and ends what a killed run has left. Throws with one line when another one runs on it. */
  claim(): Promise<void>;
  /** Fails with one line that names the ports which other programs have. */
  requirePorts(ports: readonly number[]): Promise<void>;
  /** Builds what has changed. */
  build(): Promise<void>;
  /** Waits for servers that are being opened, and keeps them until the end: also those that came up where another did not. */
  servers(opening: readonly Promise<KeptServer>[]): Promise<KeptServer[]>;
  /** Starts processes that were built, and waits until each answers. */
  processes(what: string, plans: readonly ProcessPlan[]): Promise<void>;
}

/** Does `start` on a data folder, and ends everything in order on Ctrl-C or when it fails. */
export async function supervise(dataDir: string, start: (supervisor: Supervisor) => Promise<void>): Promise<void> {
  const supervised = new Supervised(dataDir);
  supervised.stopWhenAsked();
  try {
    supervised.makeRoom();
    await start(supervised);
  } catch (error) {
    await supervised.stop();
    const full = (error as NodeJS.ErrnoException).code === 'ENOSPC';
    process.stderr.write(`kushk: ${full ? `The disk is full (${dataDir}).` : (error as Error).message}\n`);
    process.exit(1);
  }
}

class Supervised implements Supervisor {
  readonly screen = openScreen();
  readonly logDir: string;
  readonly dataDir: string;
  private runFile: RunFile | null = null;
  private readonly running: KeptServer[] = [];
  private readonly kept: Kept[] = [];
  private stopping: Promise<void> | null = null;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
    this.logDir = join(dataDir, 'logs');
  }

  makeRoom(): void {
    // As root, PostgreSQL runs as another user, who has to pass through this folder; what lies in it is closed itself.
    mkdirSync(this.dataDir, { recursive: true, mode: 0o711 });
    mkdirSync(this.logDir, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = statfsSync(this.dataDir);
    if (bavail * bsize >= neededDiskBytes) return;
    throw new Error(
      `The disk is full: ${this.dataDir} has ${Math.round((bavail * bsize) / 1e6)} MB left, and Kushk needs ${neededDiskBytes / 1e6}.`,
    );
  }

  portBase(fallback?: number): number {
    const path = join(this.dataDir, 'port-base');
    const remembered = existsSync(path) ? Number(readFileSync(path, 'utf8')) : null;
    const base = portBaseFrom(
      process.env['KUSHK_PORT_BASE'] || (remembered === null ? fallback?.toString() : undefined),
      remembered,
    );
    writeFileSync(path, `${base}\n`);
    return base;
  }

  async claim(): Promise<void> {
    this.runFile = await claimRun(join(this.dataDir, 'run.json'), (names) =>
      this.screen.note(`ended what a killed run had left: ${names.join(', ')}`),
    );
  }

  async requirePorts(wanted: readonly number[]): Promise<void> {
    const free = await Promise.all(wanted.map(isPortFree));
    const taken = wanted.filter((_, index) => !free[index]);
    if (taken.length === 0) return;
    const [ports, are] = taken.length === 1 ? ['Port', 'is'] : ['Ports', 'are'];
    throw new Error(
      `${ports} ${taken.join(', ')} ${are} taken by another program; end that one, or start another Kushk with KUSHK_PORT_BASE and KUSHK_DATA_DIR.`,
    );
  }

  async build(): Promise<void> {
    await this.screen.step('Programs built', () => buildAll(root, join(this.logDir, 'build.log')));
  }

  async servers(opening: readonly Promise<KeptServer>[]): Promise<KeptServer[]> {
    const opened = await Promise.allSettled(opening);
    for (const one of opened) if (one.status === 'fulfilled') this.running.push(one.value);
    return opened.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
  }

  async processes(what: string, plans: readonly ProcessPlan[]): Promise<void> {
    requireBuilt(
      root,
      plans.filter((plan) => !plan.needsTypescript).map((plan) => plan.program),
    );
    const around = {
      root,
      logDir: this.logDir,
      report: this.screen.note,
      onStarted: (name: string, pid: number) => this.runFile?.note(name, pid),
    };
    await this.screen.step(what, async () => {
      const started = plans.map((plan) => keep(plan, around));
      this.kept.push(...started);
      await Promise.all(started.map((one) => one.ready));
    });
  }

  stop(): Promise<void> {
    this.stopping ??= this.stopAll();
    return this.stopping;
  }

  stopWhenAsked(): void {
    const stopInOrder = (): void => {
      if (!this.stopping) this.screen.print('\nStopping …');
      void this.stop().then(() => {
        this.screen.print(`Stopped. The data is kept in ${relative(process.cwd(), this.dataDir) || this.dataDir}.`);
        process.exit(0);
      });
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopInOrder);
    // npm runs us below a shell, and a signal to npm alone ends that shell without a word to us.
    const parent = process.ppid;
    if (!process.env['npm_lifecycle_event']) return;
    setInterval(() => process.ppid !== parent && stopInOrder(), lookAtParentEveryMs).unref();
  }

  /** The edge first, so that nothing new comes in, then the services, then what they stand on. */
  private async stopAll(): Promise<void> {
    for (const place of ['edge', 'service'] as const) {
      await Promise.all(this.kept.filter((one) => one.plan.place === place).map((one) => one.stop()));
    }
    await Promise.all(this.running.map((one) => one.stop()));
    this.runFile?.remove();
  }
}

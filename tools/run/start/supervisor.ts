/** Process supervisor: starts the servers and processes of a data folder and stops them in order. */
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServerStartError, waitUntil } from '@kushk/embedded';
import { scheduleInBatches } from './batch-scheduling.js';
import { buildAll, requireBuilt } from './build.js';
import {
  portBaseOf,
  prepareFolders,
  requirePorts,
  storePortBase,
  TAKEN_PORT_STEP,
  type PortBase,
} from './data-folder.js';
import { ManagedProcess } from './managed-process.js';
import { claimRun, type RunFile } from './run-file.js';
import { openScreen, type Screen } from './screen.js';
import type { SupervisedServer } from './servers.js';
import type { ProcessPlan } from './system.js';

export const root = resolve(fileURLToPath(import.meta.url), '../../../..');
const parentPollMs = 500;
const readyTogetherMs = 30_000;

export interface RequiredPorts {
  readonly processes: readonly number[];
  /** The ports of PostgreSQL and NATS. */
  readonly servers: readonly number[];
}

export interface Supervisor {
  readonly dataDir: string;
  readonly logDir: string;
  readonly screen: Screen;
  /** The processes that the supervisor has started. */
  readonly managed: readonly ManagedProcess[];
  /** Returns the port base of the data: the stored one, else `KUSHK_PORT_BASE`, else `fallback`. */
  portBase(fallback?: number): number;
  /**
   * Claims the data folder and ends the processes that a killed run left behind. Rejects with one line when another
   * supervisor uses the folder.
   */
  claim(): Promise<void>;
  /**
   * Rejects with one line that names the ports that other programs use. The ports of the servers are checked only for
   * new data: with existing data, servers that a killed run left behind may still use them.
   */
  requirePorts(ports: RequiredPorts): Promise<void>;
  /** Builds the packages that have changed, unless `KUSHK_BUILT=yes` says that everything is built. */
  build(): Promise<void>;
  /** Waits until every server has started or failed. Stops the started servers at shutdown. */
  servers(starting: readonly Promise<SupervisedServer>[]): Promise<SupervisedServer[]>;
  /** Starts built programs as processes and waits until each is ready. Binds new data to its port base. */
  processes(what: string, plans: readonly ProcessPlan[]): Promise<void>;
  /**
   * Waits until every process is ready at the same time. A process that was ready minutes ago may have lost a
   * connection or restarted while the others started. Rejects with one line that names the processes that are not.
   */
  confirmReady(): Promise<void>;
}

/** Calls `start` with a supervisor for a data folder. Stops everything in order on Ctrl-C or when `start` fails. */
export async function supervise(dataDir: string, start: (supervisor: Supervisor) => Promise<void>): Promise<void> {
  scheduleInBatches();
  const supervisor = new ProcessSupervisor(dataDir);
  stopOnSignals(supervisor);
  try {
    prepareFolders(supervisor);
    await start(supervisor);
  } catch (error) {
    await supervisor.stop();
    process.stderr.write(`kushk: ${reasonOf(error, dataDir)}\n`);
    process.exit(1);
  }
}

function reasonOf(error: unknown, dataDir: string): string {
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return `The disk is full (${dataDir}).`;
  const { message } = error as Error;
  const isPortTaken = error instanceof ServerStartError && error.reason === 'port_taken';
  return isPortTaken ? `${message} ${TAKEN_PORT_STEP}` : message;
}

class ProcessSupervisor implements Supervisor {
  readonly screen = openScreen();
  readonly managed: ManagedProcess[] = [];
  readonly dataDir: string;
  readonly logDir: string;
  private readonly running: SupervisedServer[] = [];
  private runFile: RunFile | null = null;
  private ports: PortBase | null = null;
  private stopping: Promise<void> | null = null;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
    this.logDir = join(dataDir, 'logs');
  }

  get isStopping(): boolean {
    return this.stopping !== null;
  }

  portBase(fallback?: number): number {
    this.ports = portBaseOf(this.dataDir, fallback);
    return this.ports.base;
  }

  async claim(): Promise<void> {
    this.runFile = await claimRun(join(this.dataDir, 'run.json'), (names) =>
      this.screen.notice(`ended what a killed run had left: ${names.join(', ')}`),
    );
  }

  requirePorts({ processes, servers }: RequiredPorts): Promise<void> {
    return requirePorts(this.ports?.isStored === true ? processes : [...processes, ...servers]);
  }

  async build(): Promise<void> {
    if (process.env['KUSHK_BUILT'] === 'yes') return;
    await this.screen.step('Programs built', () => buildAll(root, join(this.logDir, 'build.log')));
  }

  async servers(starting: readonly Promise<SupervisedServer>[]): Promise<SupervisedServer[]> {
    const started = await Promise.allSettled(starting);
    for (const one of started) if (one.status === 'fulfilled') this.running.push(one.value);
    return started.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
  }

  async processes(what: string, plans: readonly ProcessPlan[]): Promise<void> {
    this.keepPorts();
    const built = plans.filter((plan) => !plan.needsTypescript);
    requireBuilt(
      root,
      built.map((plan) => plan.program),
    );
    const context = {
      root,
      logDir: this.logDir,
      report: this.screen.notice,
      onStarted: (name: string, pid: number) => this.runFile?.record(name, pid),
    };
    await this.screen.step(what, async () => {
      const started = plans.map((plan) => new ManagedProcess(plan, context));
      this.managed.push(...started);
      await Promise.all(started.map((one) => one.ready));
    });
  }

  async confirmReady(): Promise<void> {
    let notReady: readonly string[] = [];
    const areReady = async (): Promise<boolean> => {
      const checks = await Promise.all(this.managed.map((one) => one.isReady()));
      notReady = this.managed.filter((_, index) => !checks[index]).map(({ plan }) => plan.name);
      return notReady.length === 0;
    };
    if (!(await waitUntil(areReady, readyTogetherMs))) throw new Error(`${notReady.join(', ')}: not ready any more`);
  }

  /** From the first process on, the data contains addresses with these ports. A start that fails earlier binds none. */
  private keepPorts(): void {
    if (this.ports === null || this.ports.isStored) return;
    storePortBase(this.dataDir, this.ports.base);
    this.ports = { ...this.ports, isStored: true };
  }

  stop(): Promise<void> {
    this.stopping ??= this.stopAll();
    return this.stopping;
  }

  /** The gateways stop first, so that no new requests arrive, then the services, then the servers that they use. */
  private async stopAll(): Promise<void> {
    for (const tier of ['edge', 'service'] as const)
      await Promise.all(this.managed.filter(({ plan }) => plan.tier === tier).map((one) => one.stop()));
    await Promise.all(this.running.map((one) => one.stop()));
    this.runFile?.remove();
  }
}

function stopOnSignals(supervisor: ProcessSupervisor): void {
  const { screen, dataDir } = supervisor;
  const stop = (): void => {
    if (!supervisor.isStopping) screen.print('\nStopping …');
    void supervisor.stop().then(() => {
      screen.print(`Stopped. The data is kept in ${relative(process.cwd(), dataDir) || dataDir}.`);
      process.exit(0);
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // npm starts this process through a shell. A signal that is sent only to npm ends that shell and does not reach
  // this process.
  const parent = process.ppid;
  if (!process.env['npm_lifecycle_event']) return;
  setInterval(() => process.ppid !== parent && stop(), parentPollMs).unref();
}

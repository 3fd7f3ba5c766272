import type { ChildProcess } from 'node:child_process';
import { dirname, join } from 'node:path';
import { endProcess, waitUntil } from '@kushk/embedded';
import { Signal } from '@kushk/runtime/signal';
import { takenText } from './data-folder.js';
import { launchProcess } from './launch-process.js';
import { lastLines } from './process-log.js';
import { RestartPolicy } from './restart-policy.js';
import type { ProcessPlan } from './system.js';

/** Ten processes that start together on a busy machine need more than 45 s. One that cannot start exits before. */
const readyWithinMs = 120_000;
const requestTimeoutMs = 1_500;
/**
 * The gateways stop first, then the services, then the servers. Each group gets this time, so that everything stops
 * within 10 s.
 */
const stopTimeoutMs = 2_500;

export interface ProcessContext {
  readonly root: string;
  readonly logDir: string;
  /** Called with one line for the user per event. */
  readonly report: (line: string) => void;
  readonly onStarted: (name: string, pid: number) => void;
}

/** One run of the program, from its start to its exit. */
interface Run {
  readonly child: ChildProcess;
  readonly startedAt: number;
  /** Resolves with the reason for the exit. */
  readonly exited: Promise<string>;
}

/** A process that is restarted when it exits, until `stop` is called. */
export class ManagedProcess {
  /** Resolves when the process is ready for the first time. Rejects with one line and the end of the process's log. */
  readonly ready: Promise<void>;
  readonly plan: ProcessPlan;
  private readonly context: ProcessContext;
  private readonly firstReady = Promise.withResolvers<void>();
  /** Ends the backoff delay before the next start. */
  private readonly startNow = new Signal();
  private current: Run | null = null;
  private isStopping = false;
  private isRestartRequested = false;
  private wasReady = false;

  constructor(plan: ProcessPlan, context: ProcessContext) {
    this.plan = plan;
    this.context = context;
    this.ready = this.firstReady.promise;
    // The promise may reject before anyone awaits it. Without this handler, that would be an unhandled rejection.
    this.ready.catch(() => undefined);
    void this.keepRunning();
  }

  pid(): number | null {
    return this.current?.child.pid ?? null;
  }

  /** Whether the process answers its readiness URL now. */
  isReady(): Promise<boolean> {
    return isAnswering(this.plan.readyUrl);
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.startNow.notify();
    await this.endCurrent();
  }

  /**
   * Restarts the program. Resolves with true when the program is ready, and with false when it does not become ready.
   */
  async restart(): Promise<boolean> {
    const previous = this.current;
    this.isRestartRequested = true;
    if (previous === null) this.startNow.notify();
    else await this.endCurrent();
    const isLaunched = (): boolean => this.current !== null && this.current !== previous;
    await waitUntil(isLaunched, readyWithinMs, () => this.isStopping);
    return this.current !== null && (await this.becomesReady(this.current));
  }

  private async keepRunning(): Promise<void> {
    const policy = new RestartPolicy();
    const { name } = this.plan;
    while (!this.isStopping) {
      const isRequested = this.isRestartRequested;
      this.isRestartRequested = false;
      const run = this.launch();
      void this.watchReadiness(run, isRequested);
      const cause = await run.exited;
      this.current = null;
      if (this.isStopping) return;
      if (this.isRestartRequested) continue;
      const pauseMs = policy.nextPauseMs({ lastedMs: Date.now() - run.startedAt, wasReady: this.wasReady });
      if (pauseMs === null) return this.giveUp(cause);
      if (this.wasReady) this.context.report(`${name} exited (${cause}); starting it again. Its log: ${this.logFile}`);
      await this.startNow.wait(pauseMs);
    }
  }

  private launch(): Run {
    const child = launchProcess(this.plan, { root: this.context.root, logFile: this.logFile });
    const exited = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `code ${code}`));
    });
    if (child.pid !== undefined) this.context.onStarted(this.plan.name, child.pid);
    this.current = { child, startedAt: Date.now(), exited };
    return this.current;
  }

  private async watchReadiness(run: Run, isRequested: boolean): Promise<void> {
    const isFirst = !this.wasReady;
    const isReady = await this.becomesReady(run);
    if (this.isStopping || this.current !== run) return;
    if (isReady) {
      this.wasReady = true;
      if (isFirst) this.firstReady.resolve();
      else if (!isRequested)
        this.context.report(`${this.plan.name} is ready again after ${secondsSince(run.startedAt)}`);
    } else if (isFirst) {
      const seconds = readyWithinMs / 1_000;
      const cause = `${this.plan.readyUrl} has not answered for ${seconds} s`;
      this.firstReady.reject(new Error(`${this.plan.name} does not become ready: ${cause}. Its log: ${this.logFile}`));
    }
  }

  private becomesReady(run: Run): Promise<boolean> {
    const isCancelled = (): boolean => this.isStopping || this.current !== run;
    return waitUntil(() => isAnswering(this.plan.readyUrl), readyWithinMs, isCancelled);
  }

  private giveUp(cause: string): void {
    const { name } = this.plan;
    const ending = lastLines(this.logFile);
    const why = this.reasonOf(ending) ?? `Its log ${this.logFile} ends with:\n${ending}`;
    this.firstReady.reject(new Error(`${name} does not start (${cause}). ${why}`));
  }

  private reasonOf(ending: string): string | null {
    // Another program may have taken the port since the ports were checked.
    if (ending.includes('EADDRINUSE')) return takenText([this.plan.port]);
    if (ending.includes('log format'))
      return `Another version of Kushk wrote the data. Delete ${dirname(this.context.logDir)} and start again.`;
    return null;
  }

  private async endCurrent(): Promise<void> {
    const child = this.current?.child;
    if (child?.pid === undefined) return;
    const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
    await endProcess(child.pid, isAlive, { signals: ['SIGTERM'], timeoutMs: stopTimeoutMs });
  }

  private get logFile(): string {
    return join(this.context.logDir, `${this.plan.name.replaceAll(' ', '-')}.log`);
  }
}

export function secondsSince(startedAt: number): string {
  return `${((Date.now() - startedAt) / 1_000).toFixed(1)} s`;
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(requestTimeoutMs) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

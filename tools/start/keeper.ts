/** Keeps one process running: starts it, starts it again when it dies, ends it when asked. */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { endProcess, waitUntil } from '@kushk/embedded';
import type { ProcessPlan } from './system.js';

const firstPauseMs = 300;
const longestPauseMs = 30_000;
/** Who ran that long starts anew without a pause. */
const soundAfterMs = 60_000;
const readyWithinMs = 45_000;
const answerWithinMs = 1_500;
/** Edge, services and servers are stopped one after the other, all within 10 s. */
const patienceMs = 2_500;
const logLimitBytes = 5_000_000;
const shownLogLines = 8;
/** A process that dies so often before it was ready once will not get better by itself. */
const startsBeforeGivingUp = 3;
/**
 * A dozen processes share one machine, so each is kept small, but not smaller. The young generation grows with what is
 * under way, and what does not fit into it is dear: with 2 MB the gateway and the wallet have half of their throughput,
 * with 8 MB the catalogue needs a third more time for a submission than with 32.
 */
const memoryFlags = ['--max-semi-space-size=32', '--max-old-space-size=256'];
/** Where several systems share the machine and nobody measures them. */
const smallFlags = ['--max-semi-space-size=2', '--max-old-space-size=160', '--optimize-for-size'];
const passedOn = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'TZ',
  'LOG_LEVEL',
  'KUSHK_RATE_LIMITS',
  'NODE_EXTRA_CA_CERTS',
  'NODE_OPTIONS',
  'NODE_COMPILE_CACHE',
];

export interface Surroundings {
  readonly root: string;
  readonly logDir: string;
  /** Is told once per event, in words for a person. */
  readonly report: (line: string) => void;
  readonly onStarted: (name: string, pid: number) => void;
}

export interface Kept {
  readonly plan: ProcessPlan;
  /** Resolves when it first answers; rejects with one line and the end of its log when it does not come up. */
  readonly ready: Promise<void>;
  pid(): number | null;
  stop(): Promise<void>;
}

function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return openSync(path, size > logLimitBytes ? 'w' : 'a', 0o600);
}

/** The end of a log without the frames of stacks, which push what went wrong out of sight. */
function lastLines(path: string): string {
  const isSaying = (line: string) => line.trim() !== '' && !/^\s+at /.test(line);
  const lines = readFileSync(path, 'utf8').split('\n').filter(isSaying).slice(-shownLogLines);
  return lines.map((line) => `    ${line.slice(0, 400)}`).join('\n');
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(answerWithinMs) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

function environmentFor(plan: ProcessPlan): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter((name) => passedOn.includes(name) || name.startsWith('OTEL_'));
  const inherited = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  return { ...inherited, ...plan.environment };
}

function launch(plan: ProcessPlan, around: Surroundings, logFile: string): ChildProcess {
  const log = openLog(logFile);
  const leash = ['--import', join(around.root, 'tools', 'start', 'leash.mjs')];
  const typescript = plan.needsTypescript
    ? ['--disable-warning=ExperimentalWarning', '--import', join(around.root, 'tools', 'typescript.mjs')]
    : [];
  try {
    return spawn(
      process.execPath,
      [...(plan.isSmall ? smallFlags : memoryFlags), ...leash, ...typescript, resolve(around.root, plan.program)],
      {
        cwd: around.root,
        // A group of its own: Ctrl-C reaches only the supervisor, which then stops everything in order.
        detached: true,
        stdio: ['ignore', log, log, 'ipc'],
        env: environmentFor(plan),
      },
    );
  } finally {
    closeSync(log);
  }
}

/** Starts a process and keeps it until `stop`. */
export function keep(plan: ProcessPlan, around: Surroundings): Kept {
  const logFile = join(around.logDir, `${plan.name.replaceAll(' ', '-')}.log`);
  let child: ChildProcess | null = null;
  let stopping = false;
  let wasReady = false;

  /** One life of the process; resolves with how it ended. */
  async function live(): Promise<string> {
    const current = launch(plan, around, logFile);
    child = current;
    const ended = new Promise<string>((resolve) => {
      current.once('error', (error) => resolve(error.message));
      current.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `code ${code}`));
    });
    if (current.pid !== undefined) around.onStarted(plan.name, current.pid);
    const how = await ended;
    child = null;
    return how;
  }

  async function untilReady(): Promise<boolean> {
    return waitUntil(
      () => child !== null && answers(plan.readyUrl),
      readyWithinMs,
      () => stopping || child === null,
    );
  }

  let announceReady: () => void;
  let giveUp: (error: Error) => void;
  const ready = new Promise<void>((resolve, reject) => {
    announceReady = resolve;
    giveUp = reject;
  });
  // Who waits for `ready` may come later than the failure.
  ready.catch(() => undefined);

  async function watch(): Promise<void> {
    const startedAt = Date.now();
    const first = !wasReady;
    const answered = await untilReady();
    if (stopping || child === null) return;
    if (!answered)
      return first
        ? giveUp(
            new Error(
              `${plan.name} does not become ready: ${plan.readyUrl} has not answered for ${readyWithinMs / 1000} s. Its log: ${logFile}`,
            ),
          )
        : undefined;
    wasReady = true;
    if (first) announceReady();
    else around.report(`${plan.name} is back after ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  }

  async function keepAlive(): Promise<void> {
    let pauseMs = firstPauseMs;
    for (let starts = 1; !stopping; starts += 1) {
      const startedAt = Date.now();
      const life = live();
      void watch();
      const how = await life;
      if (stopping) return;
      if (!wasReady && starts >= startsBeforeGivingUp) {
        return giveUp(
          new Error(`${plan.name} does not start (${how}). Its log ${logFile} ends with:\n${lastLines(logFile)}`),
        );
      }
      if (Date.now() - startedAt > soundAfterMs) pauseMs = firstPauseMs;
      if (wasReady) around.report(`${plan.name} ended by itself (${how}); starting it again. Its log: ${logFile}`);
      await after(pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }

  void keepAlive();
  return {
    plan,
    ready,
    pid: () => child?.pid ?? null,
    stop: async () => {
      stopping = true;
      const current = child;
      if (current?.pid === undefined) return;
      await endProcess(
        current.pid,
        () => current.exitCode === null && current.signalCode === null,
        ['SIGTERM'],
        patienceMs,
      );
    },
  };
}

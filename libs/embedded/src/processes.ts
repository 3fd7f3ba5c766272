import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';

const lookAgainAfterMs = 20;

/**
 * The command line of a process that runs, `null` when there is none. A zombie (ended, not yet collected by
 * its parent) has no command line and counts as ended: `kill(pid, 0)` alone would call it alive.
 */
export function commandLineOf(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || null;
    } catch {
      return null;
    }
  }
  const shown = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return shown.status === 0 ? shown.stdout.trim() || null : null;
}

/** Whether `pid` is alive and was started with `marker` (a path of ours) on its command line: pids are reused. */
export function runsWith(pid: number, marker: string): boolean {
  return commandLineOf(pid)?.includes(marker) ?? false;
}

/** The pid in the first line of a pid file, `null` when there is no such file or no pid in it. */
export function readPidFile(path: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(path, 'utf8'), 10);
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

/**
 * When a process was started, as the operating system tells it (only good for comparing), `null` when it does not
 * run: pid and start time together name a process for good.
 */
export function startTimeOf(pid: number): string | null {
  if (commandLineOf(pid) === null) return null;
  if (process.platform === 'linux') {
    // The second field, the name, may hold spaces and brackets; the start time is the 20th after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    return fields?.[19] ?? null;
  }
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim() || null;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in between, which is what the caller wants.
  }
}

/**
 * Asks a process to end with each signal in turn, waiting `patienceMs` after each, and at last kills it.
 * Works for processes that are not our children, so it looks instead of listening.
 */
export async function endProcess(
  pid: number,
  isAlive: () => boolean,
  signals: readonly NodeJS.Signals[],
  patienceMs: number,
): Promise<void> {
  for (const signal of [...signals, 'SIGKILL'] as const) {
    send(pid, signal);
    const until = Date.now() + patienceMs;
    while (Date.now() < until) {
      if (!isAlive()) return;
      await after(lookAgainAfterMs);
    }
  }
}

/** Asks `question` until it says yes or `withinMs` has passed; says whether it did. `givenUp` ends it early. */
export async function waitUntil(
  question: () => boolean | Promise<boolean>,
  withinMs: number,
  givenUp: () => boolean = () => false,
): Promise<boolean> {
  const until = Date.now() + withinMs;
  while (Date.now() < until && !givenUp()) {
    if (await question()) return true;
    await after(lookAgainAfterMs);
  }
  return false;
}

/**
 * Ends `pid` when our own process ends in any way, `kill -9` included: a shell of one line waits on a pipe whose
 * other end is ours. Returns the guard, to be killed once the server has ended (its pid may then be reused).
 */
export function guardAgainstOrphan(pid: number, signal: 'INT' | 'TERM'): ChildProcess | null {
  if (process.platform === 'win32') return null;
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -"$1" "$0"', String(pid), signal], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  });
  guard.on('error', () => undefined);
  guard.stdin?.on('error', () => undefined);
  guard.unref();
  (guard.stdin as { unref?: () => void } | null)?.unref?.();
  return guard;
}

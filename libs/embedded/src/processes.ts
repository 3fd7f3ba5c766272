import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';

const pollMs = 20;

/**
 * The command line of a running process, or null. A zombie (ended, but not yet reaped by its parent) has no command
 * line and counts as ended. `kill(pid, 0)` would report it as alive.
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

/**
 * Whether the process `pid` is alive and has `marker` (a path) on its command line. The marker is needed because pids
 * are reused.
 */
export function isRunningWith(pid: number, marker: string): boolean {
  return commandLineOf(pid)?.includes(marker) ?? false;
}

/** The pid in the first line of a pid file; null if the file does not exist or contains no pid. */
export function readPidFile(path: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(path, 'utf8'), 10);
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

/**
 * The start time of a process, or null when it does not run. Use it for comparison only: the pid and the start time
 * together identify a process.
 */
export function startTimeOf(pid: number): string | null {
  if (commandLineOf(pid) === null) return null;
  if (process.platform === 'linux') {
    // The second field, the process name, may contain spaces and parentheses. The start time is the 20th field after
    // it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    return fields?.[19] ?? null;
  }
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim() || null;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

/**
 * Sends each signal and finally SIGKILL, and waits up to `timeoutMs` after each for the process to end. Polls,
 * because the process may not be a child of this one.
 */
export async function endProcess(
  pid: number,
  isAlive: () => boolean,
  { signals, timeoutMs }: { readonly signals: readonly NodeJS.Signals[]; readonly timeoutMs: number },
): Promise<void> {
  for (const signal of [...signals, 'SIGKILL'] as const) {
    send(pid, signal);
    const until = Date.now() + timeoutMs;
    while (Date.now() < until) {
      if (!isAlive()) return;
      await after(pollMs);
    }
  }
}

/**
 * Polls until the condition is true. Returns false if `withinMs` has passed or `isCancelled` returns true before
 * that.
 */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  withinMs: number,
  isCancelled: () => boolean = () => false,
): Promise<boolean> {
  const until = Date.now() + withinMs;
  while (Date.now() < until && !isCancelled()) {
    if (await condition()) return true;
    await after(pollMs);
  }
  return false;
}

/**
 * Ends the process `pid` when this process ends in any way, including `kill -9`: a shell waits on a pipe that this
 * process keeps open. Kill the returned guard after the server has ended, because the server's pid may be reused.
 */
export function startOrphanGuard(pid: number, signal: 'INT' | 'TERM'): ChildProcess | null {
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

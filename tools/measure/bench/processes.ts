/** Reads processes from Linux's `/proc`. */
import { readFileSync } from 'node:fs';

/** Clock ticks per second in `/proc/<pid>/stat`; Linux uses 100 on every platform. */
const TICK_MS = 10;

/** Reads a file of a process; empty when the process has ended since it was found. */
export function readProcessFile(pid: number, path: string): string {
  try {
    return readFileSync(`/proc/${pid}/${path}`, 'utf8');
  } catch (error) {
    // The kernel answers ENOENT before a file is opened, and ESRCH when the process ends while it is read.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}

/** Returns the process and all its descendants, including those in other sessions. */
export function descendantsOf(pid: number): number[] {
  const children = readProcessFile(pid, `task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(descendantsOf)];
}

/**
 * Returns the CPU time of these processes and their descendants in milliseconds, including descendants that have
 * ended.
 */
export function cpuMs(pids: readonly number[]): number {
  return pids.flatMap(descendantsOf).reduce((sum, pid) => sum + cpuMsOf(pid), 0);
}

/** Returns the CPU time of one process in milliseconds, without its children. */
export function ownCpuMs(pid: number): number {
  const { user, system } = ticksOf(pid);
  return (user + system) * TICK_MS;
}

function cpuMsOf(pid: number): number {
  const { user, system, endedUser, endedSystem } = ticksOf(pid);
  return (user + system + endedUser + endedSystem) * TICK_MS;
}

function ticksOf(pid: number) {
  // The program name is in parentheses and can contain any character, so parsing starts after the last parenthesis.
  const fields = readProcessFile(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return { user, system, endedUser, endedSystem };
}

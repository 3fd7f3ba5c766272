/** Processes in Linux's `/proc`. */
import { readFileSync } from 'node:fs';

/** Clock tick of `/proc/<pid>/stat`; Linux has 100 per second on every platform. */
const TICK_MS = 10;

/** The process and all its descendants, also those in sessions of their own. */
export function descendantsOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
  return [pid, ...children.flatMap(descendantsOf)];
}

/** Processor time of these processes and their descendants, ended ones included, in milliseconds. */
export function cpuMs(pids: readonly number[]): number {
  return pids.flatMap(descendantsOf).reduce((sum, pid) => sum + cpuMsOf(pid), 0);
}

function cpuMsOf(pid: number): number {
  // The program's name is in parentheses and may contain anything; the numbers follow it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
  return ((user ?? 0) + (system ?? 0) + (endedUser ?? 0) + (endedSystem ?? 0)) * TICK_MS;
}

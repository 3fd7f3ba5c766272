/** What Linux tells of processes. */
import { readFileSync } from 'node:fs';

/** Of a clock tick in `/proc/<pid>/stat`: 100 in a second wherever Linux runs. */
const TICK_MS = 10;

/** The process and its children, also those that were started in sessions of their own. */
export function descendantsOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
  return [pid, ...children.flatMap(descendantsOf)];
}

/** Time of the processor that these processes and their children have used so far, those that have ended included, in milliseconds. */
export function processorMs(pids: readonly number[]): number {
  return pids.flatMap(descendantsOf).reduce((sum, pid) => sum + processorMsOf(pid), 0);
}

function processorMsOf(pid: number): number {
  // The name of the program stands in parentheses and may hold anything; the numbers come after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
  return ((user ?? 0) + (system ?? 0) + (endedUser ?? 0) + (endedSystem ?? 0)) * TICK_MS;
}

/** The processor time of a whole system, by process. */
import { ownCpuMs, readProcessFile } from './processes.js';

/** Milliseconds by the name of the process: `wallet`, `gateway`, `nats-server`, `postgres`. */
export type ProcessorTimes = ReadonlyMap<string, number>;

/** Reads the processor time that each kind of process has used so far. Processes that have ended are not counted. */
export function processorTimesOf(pids: readonly number[]): ProcessorTimes {
  const times = new Map<string, number>();
  for (const pid of pids) {
    const name = processName(pid);
    times.set(name, (times.get(name) ?? 0) + ownCpuMs(pid));
  }
  return times;
}

/** The time between two readings, the largest first. */
export function timesBetween(before: ProcessorTimes, after: ProcessorTimes): [name: string, ms: number][] {
  return [...after]
    .map(([name, ms]): [string, number] => [name, ms - (before.get(name) ?? 0)])
    .filter(([, ms]) => ms > 0)
    .sort(([, a], [, b]) => b - a);
}

function processName(pid: number): string {
  const command = readProcessFile(pid, 'cmdline').replaceAll('\0', ' ');
  for (const server of ['nats-server', 'postgres']) if (command.includes(server)) return server;
  return /(?:^|\0)KUSHK_SERVICE=(\w+)/.exec(readProcessFile(pid, 'environ'))?.[1] ?? 'other';
}

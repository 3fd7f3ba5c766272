/**
 * `.kushk/run.json`: who runs here and which processes it started. It keeps two from running on the same data, and
 * lets the next start end what a killed one left. A pid alone proves nothing (it may be another process by now),
 * so each is kept with its start time.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { endProcess, startTimeOf } from '@kushk/embedded';
import { writePrivately } from './private-file.js';

interface Started {
  readonly name: string;
  readonly pid: number;
  readonly startTime: string | null;
}
interface RunNotes {
  readonly supervisor: Started;
  readonly children: readonly Started[];
}
export interface RunFile {
  /** Notes that `name` now runs as `pid`. */
  note(name: string, pid: number): void;
  remove(): void;
}

const patienceMs = 3_000;
const isAlive = (one: Started): boolean => one.startTime !== null && startTimeOf(one.pid) === one.startTime;

function read(path: string): RunNotes | null {
  try {
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as RunNotes) : null;
  } catch {
    // Half a file is what a full disk or a crash leaves; there is nobody to find through it.
    return null;
  }
}

/**
 * Claims the data folder. Throws with one line when another supervisor runs on it; ends the processes that a
 * killed one left and tells `onHealed` their names.
 */
export async function claimRun(path: string, onHealed: (names: readonly string[]) => void): Promise<RunFile> {
  const previous = read(path);
  if (previous && isAlive(previous.supervisor)) {
    throw new Error(`Kushk already runs on this data (process ${previous.supervisor.pid}); stop it there with Ctrl-C.`);
  }
  const left = previous?.children.filter(isAlive) ?? [];
  await Promise.all(left.map((one) => endProcess(one.pid, () => isAlive(one), ['SIGTERM'], patienceMs)));
  if (left.length > 0) onHealed(left.map((one) => one.name));

  const children = new Map<string, Started>();
  const supervisor = { name: 'supervisor', pid: process.pid, startTime: startTimeOf(process.pid) };
  const write = () => writePrivately(path, { supervisor, children: [...children.values()] } satisfies RunNotes);
  write();
  return {
    note: (name, pid) => {
      children.set(name, { name, pid, startTime: startTimeOf(pid) });
      write();
    },
    remove: () => rmSync(path, { force: true }),
  };
}

/**
 * `.kushk/run.json` records the supervisor of a data folder and the processes that it started. It prevents two
 * supervisors from using the same data. After a supervisor was killed, the next one reads the file to end the
 * processes that were left behind. Pids are reused, so each pid is stored with the start time of its process.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { endProcess, startTimeOf } from '@kushk/embedded';
import { writePrivateFile } from './private-file.js';

interface RecordedProcess {
  readonly name: string;
  readonly pid: number;
  readonly startTime: string | null;
}
interface RunRecord {
  readonly supervisor: RecordedProcess;
  readonly children: readonly RecordedProcess[];
}
export interface RunFile {
  /** Records that the process `name` runs with this pid. */
  record(name: string, pid: number): void;
  remove(): void;
}

const endTimeoutMs = 3_000;
const isAlive = (one: RecordedProcess): boolean => one.startTime !== null && startTimeOf(one.pid) === one.startTime;

function read(path: string): RunRecord | null {
  try {
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as RunRecord) : null;
  } catch {
    // The file can be incomplete after a crash or when the disk was full.
    return null;
  }
}

/**
 * Claims the data folder. Rejects with one line when another supervisor uses it. Ends the processes that a killed
 * supervisor left behind and passes their names to `onEnded`.
 */
export async function claimRun(path: string, onEnded: (names: readonly string[]) => void): Promise<RunFile> {
  const previous = read(path);
  if (previous && isAlive(previous.supervisor)) {
    throw new Error(`Kushk already runs on this data (process ${previous.supervisor.pid}); stop it there with Ctrl-C.`);
  }
  const left = previous?.children.filter(isAlive) ?? [];
  await Promise.all(
    left.map((one) => endProcess(one.pid, () => isAlive(one), { signals: ['SIGTERM'], timeoutMs: endTimeoutMs })),
  );
  if (left.length > 0) onEnded(left.map((one) => one.name));

  const children = new Map<string, RecordedProcess>();
  const supervisor = { name: 'supervisor', pid: process.pid, startTime: startTimeOf(process.pid) };
  const write = () => writePrivateFile(path, { supervisor, children: [...children.values()] } satisfies RunRecord);
  write();
  return {
    record: (name, pid) => {
      children.set(name, { name, pid, startTime: startTimeOf(pid) });
      write();
    },
    remove: () => rmSync(path, { force: true }),
  };
}

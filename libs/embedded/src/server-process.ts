import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { endProcess, guardAgainstOrphan, runsWith, waitUntil } from './processes.js';
import { ServerStartError, type Running } from './running.js';

const readyWithinMs = 30_000;
/** Ctrl-C has to end a whole system within 10 s. */
const patienceMs = 3_000;
const shownLogLines = 5;

export interface ServerCommand {
  readonly name: string;
  readonly binary: string;
  readonly args: readonly string[];
  /** A path on the command line by which the process is told from any other that has its pid. */
  readonly marker: string;
  readonly owner: { readonly uid: number; readonly gid: number } | null;
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly url: string;
  readonly notes: readonly string[];
  /** Tried in this order when the server is to end; the first is also what its guard sends. */
  readonly stopSignals: readonly NodeJS.Signals[];
  readonly guardSignal: 'INT' | 'TERM';
  readonly isReady: (pid: number) => boolean | Promise<boolean>;
}

function lastLines(logFile: string): string {
  try {
    return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-shownLogLines).join('\n');
  } catch {
    return '';
  }
}

/** Names the two causes that a person can mend at once; anything else comes with the log's last lines. */
export function startError(name: string, log: string): ServerStartError {
  if (/No space left on device|ENOSPC|disk quota exceeded/i.test(log)) {
    return new ServerStartError('disk_full', `${name} could not start: the disk is full.`);
  }
  if (/Address already in use|EADDRINUSE/i.test(log)) {
    return new ServerStartError('port_taken', `${name} could not start: its port is taken by another program.`);
  }
  return new ServerStartError('failed', `${name} could not start. Its log ends with:\n${log || '(nothing)'}`);
}

/**
 * Starts a server as a process group of its own (so that Ctrl-C reaches only us and we stop it in order), waits
 * until it answers, and guards it against outliving us. Throws `ServerStartError`.
 */
export async function startServer(command: ServerCommand): Promise<Running> {
  const log = openSync(command.logFile, 'w', 0o600);
  const child = spawn(command.binary, command.args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'] ?? '', ...command.environment },
    ...(command.owner ?? {}),
  });
  closeSync(log);
  let asked = false;
  let ended = false;
  let spawnFailure = '';
  const died = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      ended = true;
      spawnFailure = error.message;
    });
    child.once('exit', () => {
      ended = true;
      if (!asked) resolve(lastLines(command.logFile));
    });
  });
  const pid = child.pid;
  const isAlive = () => pid !== undefined && !ended && runsWith(pid, command.marker);
  // From the first moment on: whoever starts us may be interrupted while we still wait.
  const guard = pid === undefined ? null : guardAgainstOrphan(pid, command.guardSignal);
  child.once('exit', () => guard?.kill('SIGKILL'));
  const ready =
    pid !== undefined &&
    (await waitUntil(
      () => command.isReady(pid),
      readyWithinMs,
      () => ended,
    ));
  if (pid === undefined || !ready) {
    asked = true;
    if (pid !== undefined && !ended) await endProcess(pid, isAlive, ['SIGTERM'], patienceMs);
    throw startError(command.name, lastLines(command.logFile) || spawnFailure);
  }
  child.unref();
  return {
    url: command.url,
    pid,
    notes: command.notes,
    died,
    stop: async () => {
      asked = true;
      if (!ended) await endProcess(pid, isAlive, command.stopSignals, patienceMs);
    },
  };
}

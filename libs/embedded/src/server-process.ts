import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { endProcess, startOrphanGuard, isRunningWith, waitUntil } from './processes.js';
import { ServerStartError, type RunningServer } from './running-server.js';

const readyWithinMs = 90_000;
/** Ctrl-C must end the whole system within 10 s. */
const stopTimeoutMs = 3_000;
const shownLogLines = 5;

export interface ServerCommand {
  readonly name: string;
  readonly binary: string;
  readonly args: readonly string[];
  /** A path on the command line that identifies the process, because its pid may be reused. */
  readonly marker: string;
  readonly owner: { readonly uid: number; readonly gid: number } | null;
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly url: string;
  readonly notes: readonly string[];
  /** The signals that end the server, in the order in which they are sent. */
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

/**
 * Returns a specific message for the two causes that the user can fix. The message for any other error includes the
 * end of the log.
 */
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
 * Starts a server and waits until it is ready. The server runs in its own process group, so that Ctrl-C reaches only
 * this process, which then stops everything in order. A guard ends the server when this process dies. Throws
 * `ServerStartError`.
 */
export async function startServer(command: ServerCommand): Promise<RunningServer> {
  const log = openSync(command.logFile, 'w', 0o600);
  const child = spawn(command.binary, command.args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'] ?? '', ...command.environment },
    ...(command.owner ?? {}),
  });
  closeSync(log);
  let isStopping = false;
  let ended = false;
  let spawnFailure = '';
  const crashed = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      ended = true;
      spawnFailure = error.message;
    });
    child.once('exit', () => {
      ended = true;
      if (!isStopping) resolve(lastLines(command.logFile));
    });
  });
  const pid = child.pid;
  const isAlive = () => pid !== undefined && !ended && isRunningWith(pid, command.marker);
  // The guard starts before the server is ready, because this process may be killed while it waits.
  const guard = pid === undefined ? null : startOrphanGuard(pid, command.guardSignal);
  child.once('exit', () => guard?.kill('SIGKILL'));
  const ready =
    pid !== undefined &&
    (await waitUntil(
      () => command.isReady(pid),
      readyWithinMs,
      () => ended,
    ));
  if (pid === undefined || !ready) {
    isStopping = true;
    if (pid !== undefined && !ended) await endProcess(pid, isAlive, { signals: ['SIGTERM'], timeoutMs: stopTimeoutMs });
    throw startError(command.name, lastLines(command.logFile) || spawnFailure);
  }
  child.unref();
  return {
    url: command.url,
    pid,
    notes: command.notes,
    crashed,
    stop: async () => {
      isStopping = true;
      if (!ended) await endProcess(pid, isAlive, { signals: command.stopSignals, timeoutMs: stopTimeoutMs });
    },
  };
}

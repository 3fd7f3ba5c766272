/** Finds a running development system, or starts the one that belongs to this command. */
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { EXIT } from '../exit-codes.js';
import { adminConnection, hubAddress, type Connection, type ConnectionFlags } from '../connection.js';
import { Failure } from '../failure.js';
import { localSystem, type LocalSystem } from '../local-system.js';
import { phrase } from '../phrase.js';

const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 30_000;
const POLL_MS = 300;
const HEALTH_TIMEOUT_MS = 2_000;
/** How `npm start` begins the line with which it ends. */
const REASON = 'kushk: ';
/** A step that goes on: `PostgreSQL … 5.3 s`. */
const PROGRESS = / … [\d.]+ s$/;
const SHOWN_OUTPUT_CHARACTERS = 2_000;

export interface RunningSystem {
  readonly connection: Connection;
  readonly hub: string;
  /** Stops the system if this command started it. */
  readonly stop: () => Promise<void>;
  readonly wasStarted: boolean;
}
export interface SystemRequest {
  readonly flags: ConnectionFlags;
  /** False: reject instead of starting a system. */
  readonly mayStart: boolean;
  readonly onStarting: (line: string) => void;
  /** Ends the start. */
  readonly signal: AbortSignal;
}

/**
 * Rejects when the address is unreachable and no system may or can be started. Null when `signal` ended the start, and
 * what it had started.
 */
export async function findOrStartSystem({
  flags,
  mayStart,
  onStarting,
  signal,
}: SystemRequest): Promise<RunningSystem | null> {
  const found = connectionOf(flags);
  if (found !== null && (await isReady(found.origin)))
    return { connection: found, hub: hubAddress(flags), stop: () => Promise.resolve(), wasStarted: false };
  const isAddressed = (flags.serviceOrigin ?? process.env['KUSHK_SERVICE_ORIGIN']) !== undefined;
  const system = localSystem();
  if (isAddressed && found !== null)
    throw new Failure(phrase`cannot reach ${found.origin}: ${'not ready'}`, {
      code: 'cli.unreachable',
      exitCode: EXIT.unreachable,
    });
  if (!mayStart || system === null)
    throw new Failure(
      system === null
        ? phrase`no local system runs, and this copy of kushk has none: install the package @kushk/cli, or name an instance with --service-origin`
        : phrase`no local system runs: leave out --no-start, or name an instance with --service-origin`,
      {
        code: 'cli.no_system',
        exitCode: EXIT.unreachable,
      },
    );
  return start(system, { flags, onStarting, signal });
}

/** Null when there is no address or no credential yet. */
function connectionOf(flags: ConnectionFlags): Connection | null {
  try {
    return adminConnection(flags);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

async function start(
  { command, args, environment }: LocalSystem,
  { flags, onStarting, signal }: Omit<SystemRequest, 'mayStart'>,
): Promise<RunningSystem | null> {
  // A group of its own, so that Ctrl-C reaches this command first, which then stops the system in order.
  const child = spawn(command, [...args], {
    detached: process.platform !== 'win32',
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-SHOWN_OUTPUT_CHARACTERS);
      for (const line of text.split('\n')) if (/^ {2}[✓•✗]/u.test(line)) onStarting(line.trim());
    });
  const stop = (): Promise<void> => stopSystem(child);
  try {
    const connection = await waitUntilReady(child, { flags, signal, output: () => output });
    if (connection !== null) return { connection, hub: hubAddress(flags), stop, wasStarted: true };
  } catch (error) {
    await stop();
    throw error;
  }
  await stop();
  return null;
}

/** Null when `signal` aborts. */
async function waitUntilReady(
  child: ChildProcess,
  { flags, signal, output }: Pick<SystemRequest, 'flags' | 'signal'> & { readonly output: () => string },
): Promise<Connection | null> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (signal.aborted) return null;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Failure(phrase`the local system did not start: ${reasonIn(output())}`, {
        code: 'cli.system_not_started',
        exitCode: EXIT.unreachable,
      });
    const connection = connectionOf(flags);
    if (connection !== null && (await isReady(connection.origin))) return connection;
    await pause(POLL_MS);
  }
  throw new Failure(phrase`the local system is not ready after ${START_TIMEOUT_MS / 1_000} s: ${reasonIn(output())}`, {
    code: 'cli.system_not_started',
    exitCode: EXIT.unreachable,
  });
}

/** The reason that the system names last, without the lines of its progress. */
function reasonIn(output: string): string {
  const lines = output.split(/[\r\n]+/).map((line) => line.trim());
  const named = lines.findLastIndex((line) => line.startsWith(REASON));
  if (named !== -1) return lines.slice(named).join(' ').slice(REASON.length).trim();
  return lines.filter((line) => line !== '' && !PROGRESS.test(line)).join('; ');
}

async function stopSystem(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<boolean>((resolve) => child.once('close', () => resolve(true)));
  child.kill('SIGTERM');
  const hasEnded = await Promise.race([ended, pause(STOP_TIMEOUT_MS, false, { ref: false })]);
  if (!hasEnded)
    throw new Failure(
      phrase`the local system (process ${child.pid ?? 0}) is still stopping after ${STOP_TIMEOUT_MS / 1_000} s`,
      { code: 'cli.system_not_stopped', exitCode: EXIT.unreachable },
    );
}

async function isReady(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/health/ready`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    return response.ok;
  } catch {
    return false;
  }
}

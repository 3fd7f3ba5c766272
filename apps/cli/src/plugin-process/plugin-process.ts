/** The plugin's own process, which `kushk dev` and `kushk plugin test` start, restart and stop. */
import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure, type FailureDetails } from '../failure.js';
import { EXIT } from '../exit-codes.js';
import { phrase, type Phrase } from '../phrase.js';
import { stepAfterEnd } from './plugin-packages.js';

/** A compiler that runs first needs more than 30 s on a busy machine. */
const START_TIMEOUT_MS = 90_000;
/** A process that listens nowhere has started when it has not ended by then. */
const ENDS_WITHIN_MS = 1_000;
const SLOW_AFTER_MS = 10_000;
const STOP_TIMEOUT_MS = 5_000;
const POLL_MS = 50;
const SHOWN_ERROR_CHARACTERS = 4_000;
const SHOWN_ERROR_LINES = 25;
const MAX_LINE_CHARACTERS = 10_000;

export interface PluginProcessOptions {
  /** A command line for the shell, such as `npm run dev`. */
  readonly command: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The address on which the plugin listens when it is ready; null for one that listens nowhere. */
  readonly baseUrl: string | null;
  /** Receives whole lines, one or more. */
  readonly onOutput: (text: string) => void;
  /** Called once when the process does not listen after ten seconds. */
  readonly onSlowStart?: () => void;
  /** Called when the process ends although nobody stopped it. `start` reports an end before it has started. */
  readonly onExit?: (exitCode: number | null) => void;
}

export interface ProcessRestart {
  /** Whether the process gets no time to stop. */
  readonly isKilled?: boolean;
  /** Environment variables that differ from now on. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly whileStopped?: (() => void) | undefined;
}

export class PluginProcess {
  private child: ChildProcess | null = null;
  private hasStarted = false;
  private isEnded = false;
  private lastOutput = '';
  /** Environment variables that a restart has changed. */
  private changedEnvironment: Readonly<Record<string, string>> = {};

  constructor(private readonly options: PluginProcessOptions) {}

  /**
   * Starts the process. Resolves when it listens at its address, or without one when it has run for a second. Rejects
   * with its last lines when it ends before, or does not listen within 90 seconds.
   */
  async start(): Promise<void> {
    const { command, folder, environment, baseUrl } = this.options;
    if (baseUrl !== null && (await isListening(baseUrl)))
      throw processFailure(
        phrase`another program already listens at ${baseUrl}: stop it, or leave out --run if it is the plugin`,
      );
    if (this.isEnded) throw processFailure(phrase`the plugin is not started: this command ends`);
    this.lastOutput = '';
    this.hasStarted = false;
    // A group of its own: the shell's children end with it, and Ctrl-C reaches only this command.
    const child = spawn(command, {
      cwd: folder,
      shell: true,
      detached: process.platform !== 'win32',
      env: { ...process.env, ...environment, ...this.changedEnvironment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.lastOutput = (this.lastOutput + text).slice(-SHOWN_ERROR_CHARACTERS);
      });
      passWholeLines(stream, this.options.onOutput);
    }
    child.on('error', (error) => this.options.onOutput(`${error.message}\n`));
    child.on('exit', (exitCode) => {
      if (this.child !== child) return;
      this.child = null;
      if (this.hasStarted) this.options.onExit?.(exitCode);
    });
    await this.waitUntilStarted(child, baseUrl);
  }

  async restart({ isKilled = false, environment, whileStopped }: ProcessRestart = {}): Promise<void> {
    this.changedEnvironment = { ...this.changedEnvironment, ...environment };
    await this.endChild(isKilled ? 'SIGKILL' : 'SIGTERM');
    whileStopped?.();
    await this.waitUntilFree();
    await this.start();
  }

  /** Ends the process and what it started: gracefully, then by force. No start succeeds after this. */
  async stop(): Promise<void> {
    this.isEnded = true;
    await this.endChild();
  }

  private async endChild(first: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.child;
    this.child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<boolean>((resolve) => child.once('close', () => resolve(true)));
    signal(child, first);
    if (await Promise.race([ended, pause(STOP_TIMEOUT_MS, false)])) return;
    signal(child, 'SIGKILL');
    await Promise.race([ended, pause(STOP_TIMEOUT_MS, false)]);
  }

  /** A process that was killed keeps its port for a moment on a busy machine. */
  private async waitUntilFree(): Promise<void> {
    const { baseUrl } = this.options;
    const until = Date.now() + STOP_TIMEOUT_MS;
    while (baseUrl !== null && Date.now() < until && (await isListening(baseUrl))) await pause(POLL_MS);
  }

  private async waitUntilStarted(child: ChildProcess, baseUrl: string | null): Promise<void> {
    const { command, folder } = this.options;
    const startedAt = Date.now();
    let isSlow = false;
    while (Date.now() - startedAt < START_TIMEOUT_MS) {
      if (child.exitCode !== null || child.signalCode !== null) {
        const isPolling = baseUrl === null || this.options.environment['KUSHK_INSTALLATION_TOKEN'] !== undefined;
        const step = stepAfterEnd(folder, child.exitCode) ?? (isPolling ? null : serverStep);
        throw processFailure(phrase`"${command}" ended with exit code ${child.exitCode ?? 1}`, {
          output: lastLines(this.lastOutput),
          ...(step !== null && { step }),
        });
      }
      if (baseUrl === null ? Date.now() - startedAt > ENDS_WITHIN_MS : await isListening(baseUrl)) {
        this.hasStarted = true;
        return;
      }
      if (!isSlow && Date.now() - startedAt > SLOW_AFTER_MS) {
        isSlow = true;
        this.options.onSlowStart?.();
      }
      await pause(POLL_MS);
    }
    await this.endChild();
    throw processFailure(
      phrase`"${command}" does not listen at ${baseUrl ?? ''} after ${START_TIMEOUT_MS / 1_000} s; it must listen on the port in PORT`,
    );
  }
}

/** A program that was written to poll ends at once without credentials, and names only the variables that it lacks. */
const serverStep = phrase`the manifest has no "delivery: poll", so the command must start a server on PORT: its credentials come with "installed" and not in the environment`;

function processFailure(message: Phrase, details: Pick<FailureDetails, 'output' | 'step'> = {}): Failure {
  return new Failure(message, { code: 'cli.plugin_not_started', exitCode: EXIT.unreachable, ...details });
}

/** A program may write a line in pieces, and two streams would mix theirs. A line that is too long comes in pieces. */
function passWholeLines(stream: Readable, onText: (text: string) => void): void {
  let rest = '';
  stream.on('data', (text: string) => {
    rest += text;
    const end = rest.length > MAX_LINE_CHARACTERS ? rest.length : rest.lastIndexOf('\n') + 1;
    if (end > 0) onText(rest.slice(0, end));
    rest = rest.slice(end);
  });
  stream.on('end', () => {
    if (rest !== '') onText(rest);
  });
}

/** The end of a text, by lines: the end of a stack trace names the cause. */
function lastLines(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trimEnd());
  return lines.filter((line) => line !== '').slice(-SHOWN_ERROR_LINES);
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(name);
    else process.kill(-child.pid, name);
  } catch {
    // The group ended meanwhile.
  }
}

/** Whether anything accepts connections at the address. */
export function isListening(address: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(address);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
    });
    const end = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.setTimeout(1_000, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

/** How far a free port is looked for: every port that is tried costs a connection. */
const TRIED_PORTS = 100;
const LAST_PORT = 65_535;

/**
 * The first port from `from` up on which nothing listens on this machine and that `isReserved` leaves; `from` when all
 * that are tried are taken.
 */
export async function firstFreePort(from: number, isReserved = (_port: number): boolean => false): Promise<number> {
  for (let port = from; port < Math.min(from + TRIED_PORTS, LAST_PORT); port += 1)
    if (!isReserved(port) && !(await isListening(`http://localhost:${port}`))) return port;
  return from;
}

/**
 * Below the ports that systems give to connections and to servers without a port of their own: one of these could get
 * the port before the plugin listens. Commands that run at the same time begin at different ports.
 */
const ownPorts = { first: 22_000, count: 10_000, perProcess: 16 };

/** A port on which nothing listens now, for a plugin that this command starts. */
export function freePort(): Promise<number> {
  return firstFreePort(ownPorts.first + ((process.pid * ownPorts.perProcess) % ownPorts.count));
}

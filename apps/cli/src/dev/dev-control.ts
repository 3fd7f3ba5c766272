/**
 * How other commands reach the `kushk dev` that runs for the same manifest, to restart the plugin, to stop, and to read
 * what the plugin has printed: a socket that only the same user can open.
 */
import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { EXIT } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { phrase } from '../phrase.js';

/** `outage`: calls to the plugin fail for so many milliseconds, its argument. */
export type ControlAction = 'restart' | 'stop' | 'lines' | 'outage';
const ACTIONS: readonly string[] = ['restart', 'stop', 'lines', 'outage'] satisfies readonly ControlAction[];
const MAX_MESSAGE_CHARACTERS = 100_000;
/** A plugin that compiles first takes long to start. */
const ANSWER_TIMEOUT_MS = 120_000;

export interface ControlServer {
  close(): void;
}
/** A line that the plugin has printed, and when. */
export interface PrintedLine {
  readonly atMs: number;
  readonly text: string;
}
interface Answer {
  readonly failure: string | null;
  readonly lines: readonly PrintedLine[];
}
type Act = (action: ControlAction, argument: number) => Promise<readonly PrintedLine[]>;

/**
 * Answers actions until `close`. `act` rejects with the reason for the person who asked. Null where no socket can be
 * opened, or where another `kushk dev` has that of this manifest: the keys of the terminal work all the same.
 */
export async function serveControl(manifest: string, act: Act): Promise<ControlServer | null> {
  try {
    const address = addressFor(manifest);
    if (await isServed(address)) return null;
    // A process that was killed leaves its socket behind.
    if (process.platform !== 'win32') rmSync(address, { force: true });
    const server = createServer((socket) => void answer(socket, act));
    await listen(server, address);
    server.unref();
    return { close: () => void server.close() };
  } catch {
    return null;
  }
}

/**
 * Lets the `kushk dev` of this manifest act. Returns the lines of the plugin for `lines`, and what ends with it for
 * `stop`. Rejects when none runs, and with the reason when it could not.
 */
export async function requestFromRunningDev(
  manifest: string,
  action: ControlAction,
  argument = 0,
): Promise<readonly PrintedLine[]> {
  const reply = await exchange(addressFor(manifest), `${action} ${argument}\n`).catch(() => null);
  if (reply === null)
    throw new Failure(phrase`no "kushk dev" runs for ${manifest}: start it in another terminal`, {
      code: 'cli.dev_not_running',
      exitCode: EXIT.refused,
    });
  const { failure, lines } = JSON.parse(reply) as Answer;
  if (failure !== null)
    throw new Failure(failure, {
      code: 'cli.dev_failed',
      exitCode: EXIT.refused,
      output: lines.map(({ text }) => text),
    });
  return lines;
}

/** Rejects when a `kushk dev` runs for this manifest. */
export async function requireNoRunningDev(manifest: string): Promise<void> {
  if (!(await isServed(addressFor(manifest)))) return;
  throw new Failure(phrase`a "kushk dev" runs for ${realPath(manifest)} already: use its terminal, or end it`, {
    code: 'cli.dev_running',
    exitCode: EXIT.refused,
    step: phrase`"kushk dev stop" in this folder ends it, and "kushk dev restart" starts its plugin again`,
  });
}

async function answer(socket: Socket, act: Act): Promise<void> {
  socket.on('error', () => undefined);
  const [action = '', argument = '0'] = (await lineOf(socket).catch(() => '')).split(' ');
  if (!ACTIONS.includes(action)) return void socket.destroy();
  const reply = await act(action as ControlAction, Number(argument)).then(
    (lines): Answer => ({ failure: null, lines }),
    (error: unknown): Answer => ({
      failure: error instanceof Error ? error.message : String(error),
      lines: error instanceof Failure ? linesOf(error.details.output ?? []) : [],
    }),
  );
  socket.end(`${JSON.stringify(reply)}\n`);
}

function exchange(address: string, message: string): Promise<string> {
  const socket = connect(address);
  socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy(new Error('no answer')));
  socket.write(message);
  return lineOf(socket).finally(() => socket.destroy());
}

function linesOf(output: readonly string[]): readonly PrintedLine[] {
  return output.map((text) => ({ atMs: Date.now(), text }));
}

/** The first line that arrives. */
function lineOf(socket: Socket): Promise<string> {
  return new Promise((resolveLine, reject) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const end = text.indexOf('\n');
      if (end !== -1) resolveLine(text.slice(0, end));
      else if (text.length > MAX_MESSAGE_CHARACTERS) reject(new Error('too long'));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed')));
  });
}

function isServed(address: string): Promise<boolean> {
  return new Promise((resolveServed) => {
    const socket = connect(address);
    const end = (isOpen: boolean): void => {
      socket.destroy();
      resolveServed(isOpen);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolveListening, reject) => {
    server.once('error', reject);
    server.listen(address, resolveListening);
  });
}

/** Throws where the folder belongs to somebody else, who could answer in place of `kushk dev`. */
function addressFor(manifest: string): string {
  const name = createHash('sha256').update(realPath(manifest)).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\kushk-dev-${name}`;
  const { uid } = userInfo();
  const folder = join(tmpdir(), `kushk-dev-${uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== uid) throw new Error(`${folder} belongs to somebody else`);
  chmodSync(folder, 0o700);
  return join(folder, `${name}.sock`);
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return resolve(file);
  }
}

/** Which program listens on a port of this machine, for a message about a port that is taken. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface PortOwner {
  readonly pid: number;
  /** Its command line, cut to a length that fits into a message. */
  readonly command: string;
  /** Its working directory; null where the system does not tell. */
  readonly folder: string | null;
}

const LISTENING = '0A';
const MAX_COMMAND_CHARACTERS = 100;
const LSOF_TIMEOUT_MS = 3_000;

/** Null where nothing is found: the program belongs to another user, or the system does not tell. */
export async function ownerOfPort(port: number): Promise<PortOwner | null> {
  try {
    if (process.platform === 'linux') return ownerInProc(port);
    return process.platform === 'win32' ? null : await ownerByLsof(port);
  } catch {
    return null;
  }
}

/** `PID 4711, node main.js, …/plugin` */
export function ownerText({ pid, command, folder }: PortOwner): string {
  return [`PID ${pid}`, command, folder].filter((part) => part !== null && part !== '').join(', ');
}

function ownerInProc(port: number): PortOwner | null {
  const sockets = new Set(['tcp', 'tcp6'].flatMap((table) => listeningSockets(table, port)));
  if (sockets.size === 0) return null;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const pid = pids.find((one) => linksOf(`/proc/${one}/fd`).some((link) => link !== null && sockets.has(link)));
  if (pid === undefined) return null;
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  return { pid: Number(pid), command: shortened(command), folder: linkOf(`/proc/${pid}/cwd`) };
}

/** The sockets that listen on the port, named as the links to open files name them. */
function listeningSockets(table: string, port: number): readonly string[] {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return textOf(`/proc/net/${table}`)
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => local.endsWith(wanted) && state === LISTENING)
    .map((columns) => `socket:[${columns[9] ?? ''}]`);
}

function linksOf(folder: string): readonly (string | null)[] {
  try {
    return readdirSync(folder).map((name) => linkOf(`${folder}/${name}`));
  } catch {
    // The process has ended, or belongs to another user.
    return [];
  }
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

async function ownerByLsof(port: number): Promise<PortOwner | null> {
  const found = fieldsIn(await lsof(['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']));
  const pid = found.get('p');
  if (pid === undefined) return null;
  const folder = fieldsIn(await lsof(['-a', '-p', pid, '-d', 'cwd', '-Fn'])).get('n') ?? null;
  return { pid: Number(pid), command: shortened(found.get('c') ?? ''), folder };
}

/** The first value of each field: `lsof -F` prints a line per field, which begins with the letter of the field. */
function fieldsIn(output: string): ReadonlyMap<string, string> {
  const lines = output.split('\n').filter((line) => line !== '');
  return new Map(lines.reverse().map((line) => [line.charAt(0), line.slice(1)]));
}

function lsof(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('lsof', args, { encoding: 'utf8', timeout: LSOF_TIMEOUT_MS }, (error, output) => {
      if (error === null) resolve(output);
      else reject(error);
    });
  });
}

function shortened(command: string): string {
  const text = command.trim();
  return text.length > MAX_COMMAND_CHARACTERS ? `${text.slice(0, MAX_COMMAND_CHARACTERS)}…` : text;
}

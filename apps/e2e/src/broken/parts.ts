/**
 * Finds and signals the processes of the running system as an operator would: through the supervisor's run file and
 * the pid files of PostgreSQL and NATS.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, type SystemProcess } from '@kushk/testing';
import pg from 'pg';
import { system } from '../system/the-system.js';

export type Part = SystemProcess;

interface Secrets {
  readonly postgresPassword: string;
  readonly rolePasswords: Readonly<Record<string, string>>;
}
const readJson = <Content>(name: string): Content =>
  JSON.parse(readFileSync(join(system.dataDir, name), 'utf8')) as Content;
const secrets = readJson<Secrets>('secrets.json');
const postgresOffset = 20;
const natsPidFile = join('nats', 'nats.pid');

/** The id of the process that currently runs this part of the system. */
export function pidOf(part: Part): number {
  const { children } = readJson<{ children: readonly { name: string; pid: number }[] }>('run.json');
  const found = children.find(({ name }) => name === part);
  if (found === undefined) throw new Error(`the run file knows no ${part}`);
  return found.pid;
}

export function kill(part: Part): void {
  process.kill(pidOf(part), 'SIGKILL');
}

/**
 * Signals every process that still exists. A process that has already ended does not stop the others from being
 * signalled.
 */
function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Suspends the processes with SIGSTOP while `work` runs: they exist but do not respond. */
export async function whileStopped<Result>(pids: readonly number[], work: () => Promise<Result>): Promise<Result> {
  signalAll(pids, 'SIGSTOP');
  try {
    return await work();
  } finally {
    signalAll(pids, 'SIGCONT');
  }
}

/**
 * Ends the processes and runs `work` before the supervisor starts them again. Requests then find nobody who responds,
 * unlike those to a suspended process, which wait for it.
 */
export async function whileEnded<Result>(parts: readonly Part[], work: () => Promise<Result>): Promise<Result> {
  const before = parts.map((part) => ({ part, pid: pidOf(part) }));
  const { supervisor } = readJson<{ supervisor: { pid: number } }>('run.json');
  const result = await whileStopped([supervisor.pid], () => {
    signalAll(
      before.map(({ pid }) => pid),
      'SIGKILL',
    );
    return work();
  });
  await Promise.all(before.map(({ part, pid }) => restarted(part, pid)));
  return result;
}

/** Runs `work` with a connection to the system's PostgreSQL, as the role of a service or as the superuser. */
export async function withDatabase<Result>(
  role: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const password = role === 'postgres' ? secrets.postgresPassword : secrets.rolePasswords[role];
  const client = new pg.Client({
    host: '127.0.0.1',
    port: system.portBase + postgresOffset,
    database: 'kushk',
    user: role,
    ...(password !== undefined && { password }),
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The id of PostgreSQL's main process, which is the parent of all its other processes. */
export async function postmaster(): Promise<number> {
  const directory = await withDatabase(
    'postgres',
    async (client) => (await client.query<{ data_directory: string }>('show data_directory')).rows[0]!.data_directory,
  );
  return Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** The ids of a process and of all its descendants (Linux only). */
export function familyOf(pid: number): readonly number[] {
  const parentOf = (child: string): number => {
    try {
      return Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1]);
    } catch {
      return 0;
    }
  };
  return [
    pid,
    ...readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
      .map(Number),
  ];
}

export function natsPid(): number {
  return Number(readFileSync(join(system.dataDir, natsPidFile), 'utf8'));
}

/** Waits until this part of the system runs in a process other than `before`. */
export async function restarted(part: Part, before: number): Promise<void> {
  await eventually(() => pidOf(part) !== before, 10_000);
}

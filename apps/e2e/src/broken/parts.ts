/** The running parts of the system, found as an operator finds them: by the supervisor's run file and the servers' own word. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@kushk/testing';
import pg from 'pg';
import { system } from '../system/the-system.js';

export type Part =
  'catalogue' | 'review' | 'installation' | 'wallet' | 'workspace' | 'delivery' | 'hub gateway' | 'instance gateway';

interface Secrets {
  readonly postgresPassword: string;
  readonly rolePasswords: Readonly<Record<string, string>>;
}
const readJson = <Content>(name: string): Content =>
  JSON.parse(readFileSync(join(system.dataDir, name), 'utf8')) as Content;
const secrets = readJson<Secrets>('secrets.json');
const postgresOffset = 20;
const natsPidFile = join('nats', 'nats.pid');

/** The process of this name that runs now. */
export function pidOf(part: Part): number {
  const { children } = readJson<{ children: readonly { name: string; pid: number }[] }>('run.json');
  const found = children.find(({ name }) => name === part);
  if (found === undefined) throw new Error(`the run file knows no ${part}`);
  return found.pid;
}

export function kill(part: Part): void {
  process.kill(pidOf(part), 'SIGKILL');
}

/** Signals those that are still there: one may have ended by itself meanwhile, and that must not keep the others stopped. */
function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Holds processes as they are, while `work` runs: alive for everybody, and answering nobody. */
export async function whileStopped<Result>(pids: readonly number[], work: () => Promise<Result>): Promise<Result> {
  signalAll(pids, 'SIGSTOP');
  try {
    return await work();
  } finally {
    signalAll(pids, 'SIGCONT');
  }
}

/** A connection to the system's database as a service's role, or as the superuser. */
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

/** PostgreSQL's own process, which starts all the others. */
export async function postmaster(): Promise<number> {
  const directory = await withDatabase(
    'postgres',
    async (client) => (await client.query<{ data_directory: string }>('show data_directory')).rows[0]!.data_directory,
  );
  return Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** A process and those that it has started (Linux). */
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

/** Waits until another process than `before` has the place of this part. */
export async function restarted(part: Part, before: number): Promise<void> {
  await eventually(() => pidOf(part) !== before, 10_000);
}

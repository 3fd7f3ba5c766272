/** PostgreSQL and NATS of this machine, as the files of a deployment's folder configure them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { natsBinary, startPostgres, waitUntil } from '@kushk/embedded';
import pg from 'pg';

const password = 'superuser';
const readyWithinMs = 30_000;

export interface RunningPart {
  stop(): Promise<void>;
}
export interface Postgres extends RunningPart {
  /** The address of the superuser, in the database of the services. */
  readonly superuserUrl: string;
}
export interface Nats extends RunningPart {
  /** Lets the servers read their files again. */
  reload(): void;
  /** One after the other. */
  restart(): Promise<void>;
}

interface Location {
  /** The folder of the deployment. */
  readonly folder: string;
  /** Where the server stores its data and its log. */
  readonly dataDir: string;
  readonly port: number;
}

/** Starts PostgreSQL with the folder's certificate, and runs its `roles.sql` in a new database. */
export async function startFolderPostgres({ folder, dataDir, port }: Location): Promise<Postgres> {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const server = await startPostgres({ dataDir, logFile: join(dataDir, 'postgres.log'), port, password });
  await query(server.url, 'create database kushk');
  const superuserUrl = Object.assign(new URL(server.url), { pathname: '/kushk' }).href;
  await query(superuserUrl, readFileSync(join(folder, 'postgres', 'roles.sql'), 'utf8'));
  await loadCertificate(superuserUrl, folder);
  return { superuserUrl, stop: () => server.stop() };
}

/** The certificate stands in the data folder, because PostgreSQL reads no key of another user. */
export async function loadCertificate(superuserUrl: string, folder: string): Promise<void> {
  const [[data = '']] = (await query(superuserUrl, 'show data_directory')) as [[string]];
  const { uid, gid } = statSync(data);
  for (const name of ['server.crt', 'server.key']) {
    copyFileSync(join(folder, 'postgres', 'tls', name), join(data, name));
    chmodSync(join(data, name), 0o600);
    chownSync(join(data, name), uid, gid);
  }
  await query(superuserUrl, 'alter system set ssl = on');
  await query(superuserUrl, 'select pg_reload_conf()');
}

export async function query(url: string, sql: string): Promise<readonly (readonly unknown[])[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows as unknown[][];
  } finally {
    await client.end();
  }
}

/** Starts the servers of the folder's `nats-N.conf`, with the paths of this machine instead of the mounted ones. */
export async function startFolderNats({ folder, dataDir }: Omit<Location, 'port'>): Promise<Nats> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const names = readdirSync(join(folder, 'nats')).filter((name) => name.endsWith('.conf'));
  const writeFiles = (): void => {
    for (const name of names) {
      const text = readFileSync(join(folder, 'nats', name), 'utf8')
        .replaceAll('/etc/nats', join(folder, 'nats'))
        .replaceAll('"/data', `"${join(dataDir, name)}-data`)
        .replaceAll('0.0.0.0', '127.0.0.1');
      writeFileSync(join(dataDir, name), text, { mode: 0o600 });
    }
  };
  const start = async (name: string): Promise<ChildProcess> => {
    const logFile = join(dataDir, `${name}.log`);
    const log = openSync(logFile, 'w', 0o600);
    const server = spawn(natsBinary(), ['-c', join(dataDir, name)], { stdio: ['ignore', log, log] });
    const isReady = (): boolean => readFileSync(logFile, 'utf8').includes('Server is ready');
    if (await waitUntil(isReady, readyWithinMs, () => server.exitCode !== null)) return server;
    throw new Error(`NATS did not start:\n${readFileSync(logFile, 'utf8')}`);
  };
  writeFiles();
  const servers = await Promise.all(names.map(start));
  return {
    reload: () => {
      writeFiles();
      for (const server of servers) server.kill('SIGHUP');
    },
    restart: async () => {
      writeFiles();
      for (const [index, name] of names.entries()) {
        await end(servers[index]!);
        servers[index] = await start(name);
      }
    },
    stop: async () => void (await Promise.all(servers.map(end))),
  };
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}

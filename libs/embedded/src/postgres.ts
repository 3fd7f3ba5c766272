import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { requireFreePort } from './ports.js';
import { choosePlace, type PostgresPlace } from './postgres-place.js';
import { endProcess, readPidFile, runsWith } from './processes.js';
import { ServerStartError, type Running } from './running.js';
import { startError, startServer } from './server-process.js';

export interface PostgresOptions {
  /** Where the data lives; made when absent. As root it may end up elsewhere, which the notes then say. */
  readonly dataDir: string;
  /** Where the log of the running server goes; its folder exists. */
  readonly logFile: string;
  readonly port: number;
  /** Of the superuser `postgres`; set when the data is made, so it must stay the same for the same data. */
  readonly password: string;
  /** Further settings, e.g. `{ shared_buffers: '256MB' }`; they win over ours. */
  readonly settings?: Readonly<Record<string, string>>;
}

const majorVersion = '18';
const patienceMs = 6_000;
/** Fast shutdown (open sessions are cut), then immediate shutdown (recovery at the next start). */
const stopSignals = ['SIGINT', 'SIGQUIT'] as const;

/**
 * Durable and modest. An open write transaction anywhere in the cluster holds back every reader of a log
 * (see libs/event-store), hence the limit on idle transactions.
 */
const ourSettings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  synchronous_commit: 'on',
  max_connections: '200',
  shared_buffers: '96MB',
  idle_in_transaction_session_timeout: '15s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  io_workers: '1',
};

function makeData(place: PostgresPlace, password: string): void {
  // Made beside and renamed into place: what a killed initdb leaves is never taken for a database.
  const half = join(place.dataDir, 'being-made');
  rmSync(half, { recursive: true, force: true });
  const passwordFile = join(place.dataDir, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (place.owner) chownSync(passwordFile, place.owner.uid, place.owner.gid);
  const made = spawnSync(
    join(place.binDir, 'initdb'),
    [
      '-D',
      half,
      '-U',
      'postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
    ],
    { ...(place.owner ?? {}), cwd: '/', encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '', TZ: 'UTC' } },
  );
  rmSync(passwordFile, { force: true });
  if (made.status !== 0) {
    rmSync(half, { recursive: true, force: true });
    throw startError('PostgreSQL', `${made.stderr ?? ''}${made.error?.message ?? ''}`.trim());
  }
  renameSync(half, join(place.dataDir, 'data'));
}

/** A server that outlived whoever started it is ended; a pid file whose process is another one is removed. */
async function heal(data: string): Promise<void> {
  const pidFile = join(data, 'postmaster.pid');
  const pid = readPidFile(pidFile);
  if (pid === null) return;
  if (runsWith(pid, data)) await endProcess(pid, () => runsWith(pid, data), stopSignals, patienceMs);
  if (!runsWith(pid, data)) rmSync(pidFile, { force: true });
}

/** The postmaster itself writes its state into the eighth line of its pid file (as `pg_ctl -w` reads it). */
function isReady(data: string, pid: number): boolean {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

/**
 * Starts PostgreSQL 18 on loopback from the binaries that npm brought, and makes its data on first use. Heals
 * what a killed run left. Throws `ServerStartError`.
 */
export async function startPostgres(options: PostgresOptions): Promise<Running> {
  const place = choosePlace(resolve(options.dataDir));
  const data = join(place.dataDir, 'data');
  await heal(data);
  await requireFreePort(options.port, 'PostgreSQL');
  if (!existsSync(join(data, 'PG_VERSION'))) makeData(place, options.password);
  const found = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (found !== majorVersion) {
    throw new ServerStartError(
      'data_unusable',
      `${data} was made by PostgreSQL ${found}; this is PostgreSQL ${majorVersion}.`,
    );
  }
  const settings = { ...ourSettings, port: String(options.port), ...options.settings };
  return startServer({
    name: 'PostgreSQL',
    binary: join(place.binDir, 'postgres'),
    args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    marker: data,
    owner: place.owner,
    environment: { TZ: 'UTC', LANG: 'C' },
    logFile: options.logFile,
    url: `postgresql://postgres:${encodeURIComponent(options.password)}@127.0.0.1:${options.port}/postgres`,
    notes: place.notes,
    stopSignals,
    guardSignal: 'INT',
    isReady: (pid) => isReady(data, pid),
  });
}

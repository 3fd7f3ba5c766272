import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { requireFreePort } from './ports.js';
import { chooseLocation, type PostgresLocation } from './postgres-location.js';
import { endProcess, readPidFile, isRunningWith } from './processes.js';
import { ServerStartError, type RunningServer } from './running-server.js';
import { startError, startServer } from './server-process.js';

export interface PostgresOptions {
  /**
   * Folder of the data. It is created if it does not exist. When root starts the server, it may be another folder,
   * which a message in `notes` names.
   */
  readonly dataDir: string;
  /** Log file of the server. Its folder must exist. */
  readonly logFile: string;
  readonly port: number;
  /** Password of the superuser `postgres`. It is set when the data folder is created and must stay the same. */
  readonly password: string;
  /** Additional settings, e.g. `{ shared_buffers: '256MB' }`, which override the defaults. */
  readonly settings?: Readonly<Record<string, string>>;
}

const majorVersion = '18';
const stopTimeoutMs = 6_000;
/** The signals for a fast shutdown (closes sessions) and then an immediate shutdown (recovery at the next start). */
const stopSignals = ['SIGINT', 'SIGQUIT'] as const;

/**
 * Settings for durable writes and low memory use. An open write transaction delays the relay of every service in the
 * cluster (`libs/event-store/src/relay/relay.ts`), so the time that a transaction may be idle is limited. Sessions ask
 * the kernel to write the pages that they evict. By default it writes them after 30 seconds, all at once, and commits
 * wait for the disk meanwhile.
 */
const defaultSettings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  synchronous_commit: 'on',
  max_connections: '200',
  shared_buffers: '96MB',
  idle_in_transaction_session_timeout: '15s',
  backend_flush_after: '512kB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  io_workers: '1',
};

/**
 * Makes glibc keep the memory that a session frees. By default glibc returns it to the kernel and requests it again for
 * the next batch of the command loop: both interrupt the other processors and cost page faults, a third of the
 * processor time of the batch. Sizes are in bytes.
 */
const allocatorSettings: Readonly<Record<string, string>> = {
  MALLOC_MMAP_THRESHOLD_: String(16 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(32 * 1024 * 1024),
  MALLOC_TOP_PAD_: String(1024 * 1024),
};

function createData(location: PostgresLocation, password: string): void {
  // The folder is renamed when it is complete, so that the remains of a killed initdb are never used as a database.
  const incomplete = join(location.dataDir, 'incomplete');
  rmSync(incomplete, { recursive: true, force: true });
  const passwordFile = join(location.dataDir, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (location.owner) chownSync(passwordFile, location.owner.uid, location.owner.gid);
  const result = spawnSync(
    join(location.binDir, 'initdb'),
    [
      '-D',
      incomplete,
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
    { ...(location.owner ?? {}), cwd: '/', encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '', TZ: 'UTC' } },
  );
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    rmSync(incomplete, { recursive: true, force: true });
    throw startError('PostgreSQL', `${result.stderr ?? ''}${result.error?.message ?? ''}`.trim());
  }
  renameSync(incomplete, join(location.dataDir, 'data'));
}

/** Ends a server that a killed process left running, and removes a pid file that names another process. */
async function cleanUp(data: string): Promise<void> {
  const pidFile = join(data, 'postmaster.pid');
  const pid = readPidFile(pidFile);
  if (pid === null) return;
  const isAlive = (): boolean => isRunningWith(pid, data);
  if (isAlive()) await endProcess(pid, isAlive, { signals: stopSignals, timeoutMs: stopTimeoutMs });
  if (!isAlive()) rmSync(pidFile, { force: true });
}

/** The postmaster writes its state to the eighth line of its pid file. `pg_ctl -w` also reads it there. */
function isReady(data: string, pid: number): boolean {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

/**
 * Starts PostgreSQL 18 on loopback from the binaries of the npm package, and creates its data folder on first use.
 * Ends a server that a killed process left running. Throws `ServerStartError`.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningServer> {
  const location = chooseLocation(resolve(options.dataDir));
  const data = join(location.dataDir, 'data');
  await cleanUp(data);
  await requireFreePort(options.port, 'PostgreSQL');
  if (!existsSync(join(data, 'PG_VERSION'))) createData(location, options.password);
  const found = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (found !== majorVersion) {
    throw new ServerStartError(
      'data_unusable',
      `${data} was created by PostgreSQL ${found}; this is PostgreSQL ${majorVersion}.`,
    );
  }
  const settings = { ...defaultSettings, port: String(options.port), ...options.settings };
  return startServer({
    name: 'PostgreSQL',
    binary: join(location.binDir, 'postgres'),
    args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    marker: data,
    owner: location.owner,
    environment: { TZ: 'UTC', LANG: 'C', ...allocatorSettings },
    logFile: options.logFile,
    url: `postgresql://postgres:${encodeURIComponent(options.password)}@127.0.0.1:${options.port}/postgres`,
    notes: location.notes,
    stopSignals,
    guardSignal: 'INT',
    isReady: (pid) => isReady(data, pid),
  });
}

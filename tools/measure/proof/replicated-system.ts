/**
 * A whole system whose services run in several processes, each with the version, patches and environment that a proof
 * gives it. It starts on a data folder of `npm start`, at other ports.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createStreams } from '@kushk/broker/create-streams';
import { streamsUser } from '@kushk/contracts';
import { isPortFree } from '@kushk/embedded';
import { systemProcesses, type SystemProcess } from '@kushk/testing';
import { obtainToken } from '../../run/sign-in/obtain-token.js';
import { audienceOf } from '../../run/sign-in/accounts.js';
import { addressesFrom, type DomainService } from '../../run/start/addresses.js';
import { prepareDatabase } from '../../run/start/database.js';
import { launchProcess } from '../../run/start/launch-process.js';
import { lastLines } from '../../run/start/process-log.js';
import { loadSecrets } from '../../run/start/secrets.js';
import { natsLogins } from '../../run/start/servers.js';
import { processesOf, type ProcessPlan } from '../../run/start/system.js';
import { unlimitedQuotas } from '../bench/service-process.js';
import { freePortBase } from '../bench/whole-system.js';
import { eventually } from './delivery-system.js';
import type { Recorded } from './recorded-requests.js';
import { releases, root, unpackData } from './released-version.js';
import { oneOfEach, type OpenServers } from './replicated-servers.js';

const readyWithinMs = 90_000;
/** A load balancer stops sending before it stops a gateway, and the requests in flight finish. */
const drainMs = 500;
/** Those of `npm start`, and those of the replicas and further servers, which are used in turn. */
const ports = { planned: 40, replicas: 60 };

export const services = systemProcesses;
export type Service = SystemProcess;

/** The answer of `/health/ready`. */
export interface Readiness {
  readonly status: string;
  readonly checks: Readonly<Record<string, string>>;
}

export interface Replica {
  readonly child: ChildProcess;
  /** Of a gateway: where it accepts requests. */
  readonly origin: string;
  /** Where `/health/ready` and `/metrics` are. */
  readonly healthOrigin: string;
}

export interface StartOptions {
  /** The folder of the program; by default this working copy. */
  readonly folder?: string;
  readonly patches?: readonly string[];
  /** Modules that the process loads first, as URLs. */
  readonly imports?: readonly string[];
  /** When the start is complete; by default when the process is ready. */
  readonly until?: (readiness: Readiness) => boolean;
  readonly withinMs?: number;
}

export interface ReplicatedSystem {
  /** The address of a service's database, on the server that accepts writes. */
  databaseUrl(service: DomainService): string;
  readonly natsUrlOf: ReturnType<typeof natsLogins>;
  tokenOf(username: string): Promise<string>;
  /** The origins of the gateways that accept requests. */
  origins(gateway: 'hub gateway' | 'instance gateway'): readonly string[];
  /** The processes of a service, the oldest one first. */
  replicas(service: Service): readonly Replica[];
  start(service: Service, options?: StartOptions): Promise<Replica>;
  /** Stops the oldest process of a service. */
  stopOldest(service: Service): Promise<void>;
  /** The lines that the processes of a service have logged. */
  logOf(service: Service): string;
  stop(): Promise<void>;
}

export interface RecordedSystem {
  readonly system: ReplicatedSystem;
  readonly recorded: Recorded;
}

/** Opens a system on the recorded data of a release, in an empty folder. No service runs yet. */
export async function openRecordedData(
  version: string,
  dataDir: string,
  openServers: OpenServers = oneOfEach,
): Promise<RecordedSystem> {
  // When root runs PostgreSQL as another user, that user must be able to traverse the folder.
  chmodSync(dataDir, 0o711);
  unpackData(version, dataDir);
  const recorded = JSON.parse(readFileSync(join(dataDir, 'recorded.json'), 'utf8')) as Recorded;
  return { system: await openSystem(dataDir, openServers), recorded };
}

/** Runs `work` on a system of the last release's data, with so many processes of each service of this version. */
export async function withReplicas<Result>(
  {
    openServers = oneOfEach,
    replicas = 2,
    patches = [],
  }: { readonly openServers?: OpenServers; readonly replicas?: number; readonly patches?: readonly string[] },
  work: (opened: RecordedSystem) => Promise<Result>,
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kushk-replicas-'));
  try {
    const opened = await openRecordedData(Object.keys(releases).at(-1) ?? '', dataDir, openServers);
    try {
      const processes = services.flatMap((service) => Array<Service>(replicas).fill(service));
      await Promise.all(processes.map((service) => opened.system.start(service, { patches })));
      return await work(opened);
    } finally {
      await opened.system.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function openSystem(dataDir: string, openServers: OpenServers): Promise<ReplicatedSystem> {
  Object.assign(process.env, { KUSHK_RATE_LIMITS: 'off', KUSHK_QUOTAS: unlimitedQuotas });
  const base = await freePortBase(ports.planned + ports.replicas);
  const addresses = addressesFrom(base);
  const nextPort = portsFrom(base + ports.planned);
  const secrets = loadSecrets(join(dataDir, 'secrets.json'));
  const logDir = join(dataDir, 'logs');
  mkdirSync(logDir, { recursive: true });
  const logFile = (name: string): string => join(logDir, `${name.replaceAll(' ', '-')}.log`);
  const servers = await openServers(dataDir, { addresses, secrets, logFile, nextPort });
  const { postgres, nats } = servers;
  const own = await prepareDatabase(postgres.url(), secrets.rolePasswords);
  const natsUrlOf: ReplicatedSystem['natsUrlOf'] = (...user) =>
    withHosts(natsLogins(`nats://${nats.hosts[0]}`, secrets.natsSecret)(...user), nats.hosts);
  const { id } = addresses.instance;
  const { copies: replicas } = nats;
  const create = async (): Promise<boolean> => {
    await createStreams({ url: natsUrlOf(id, streamsUser), scope: id, replicas });
    await createStreams({ url: natsUrlOf('hub', streamsUser), scope: 'hub', instances: [id], replicas });
    return true;
  };
  // A new cluster elects a leader first.
  if (!(await eventually(() => create().catch(() => false), readyWithinMs))) throw new Error('there are no streams');
  const databaseUrls = Object.fromEntries(
    Object.entries(own).map(([service, url]) => [service, withHosts(url, postgres.hosts)]),
  ) as typeof own;
  const plans = processesOf({ addresses, secrets, databaseUrls, natsUrlOf, dataDir, publicHost: '127.0.0.1' });
  const planOf = (name: string): ProcessPlan => plans.find((one) => one.name === name) as ProcessPlan;
  const running = new Map<string, Replica[]>(plans.map(({ name }) => [name, []]));
  const signIn = await launch(planOf('sign-in'), { folder: root, logFile: logFile('sign-in') });
  const replicasOf = (name: string): Replica[] => running.get(name) ?? [];
  return {
    databaseUrl: (service) => withHosts(own[service], [new URL(postgres.url()).host]),
    natsUrlOf,
    tokenOf: (username) => {
      const { developmentClientSecret: clientSecret, password } = secrets.signIn;
      const { issuer } = addresses.signIn;
      return obtainToken({ issuer, audience: audienceOf(username), clientSecret, password, username });
    },
    origins: (gateway) => replicasOf(gateway).map(({ origin }) => origin),
    replicas: replicasOf,
    start: async (service, { folder = root, patches = [], imports = [], ...until } = {}) => {
      const plan = asReplica(
        planOf(service),
        [...preloadOf(patches), ...imports],
        [await nextPort(), await nextPort()],
      );
      const replica = await launch(plan, { folder, logFile: logFile(service), ...until });
      replicasOf(service).push(replica);
      return replica;
    },
    stopOldest: async (service) => {
      const oldest = replicasOf(service).shift();
      if (service.endsWith('gateway')) await sleep(drainMs);
      if (oldest !== undefined) await ended(oldest.child);
    },
    logOf: (service) => readFileSync(logFile(service), 'utf8'),
    stop: async () => {
      await Promise.all([signIn, ...[...running.values()].flat()].map(({ child }) => ended(child)));
      await servers.stop();
    },
  };
}

/** Ports that no outgoing connection of this machine gets, unlike those that the system chooses. */
function portsFrom(first: number): () => Promise<number> {
  let taken = 0;
  return async () => {
    for (;;) {
      const port = first + (taken++ % ports.replicas);
      if (await isPortFree(port)) return port;
    }
  };
}

/** Replaces the server of an address by several. */
function withHosts(url: string, hosts: readonly string[]): string {
  return url.replace(new URL(url).host, hosts.join());
}

const preloadOf = (patches: readonly string[]): string[] =>
  patches.length > 0 ? [new URL(`apply-patches.mjs?patches=${patches.join()}`, import.meta.url).href] : [];

/** The plan of one of several processes of a service: with ports and an environment of its own. */
function asReplica(
  plan: ProcessPlan,
  imports: readonly string[],
  [httpPort, healthPort]: readonly [number, number],
): ProcessPlan {
  const own = {
    KUSHK_HEALTH_PORT: String(healthPort),
    ...(plan.tier === 'edge' && { KUSHK_HTTP_PORT: String(httpPort) }),
  };
  const readyUrl = `http://127.0.0.1:${healthPort}/health/ready`;
  const options = imports.map((url) => `--import=${url}`).join(' ');
  const environment = { ...plan.environment, ...own, ...(options !== '' && { NODE_OPTIONS: options }) };
  return { ...plan, port: httpPort, readyUrl, environment };
}

/** A process that is not ready in time is stopped. */
async function launch(
  plan: ProcessPlan,
  {
    folder,
    logFile,
    until,
    withinMs = readyWithinMs,
  }: Pick<StartOptions, 'until' | 'withinMs'> & { readonly folder: string; readonly logFile: string },
): Promise<Replica> {
  const child = launchProcess(plan, { root: folder, logFile });
  const replica = { child, origin: `http://127.0.0.1:${plan.port}`, healthOrigin: new URL(plan.readyUrl).origin };
  const isReady = async (): Promise<boolean> => {
    if (child.exitCode !== null)
      throw new Error(`${plan.name} of ${folder} ended with ${child.exitCode}:\n${lastLines(logFile)}`);
    const answer = until === undefined ? fetch(plan.readyUrl).then(({ ok }) => ok) : readinessOf(replica).then(until);
    return await answer.catch(() => false);
  };
  if (await eventually(isReady, withinMs)) return replica;
  await ended(child);
  throw new Error(`${plan.name} of ${folder} is not ready`);
}

export async function readinessOf({ healthOrigin }: Replica): Promise<Readiness> {
  return (await (await fetch(`${healthOrigin}/health/ready`)).json()) as Readiness;
}

/** The requests that a process of a service has handled. */
export async function handledBy({ healthOrigin }: Replica): Promise<number> {
  const lines = (await (await fetch(`${healthOrigin}/metrics`)).text()).split('\n');
  const counts = lines.filter((line) => line.startsWith('kushk_requests_handled_seconds_count'));
  return counts.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  // A process that a proof has suspended ends only when it continues.
  child.kill('SIGCONT');
  child.kill('SIGTERM');
  await once(child, 'exit');
}

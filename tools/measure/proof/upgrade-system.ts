/**
 * A whole system whose services run in several processes, each of the version that a rolling upgrade has reached. It
 * starts on a data folder of `npm start`, at other ports.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createStreams } from '@kushk/broker/create-streams';
import { streamsUser } from '@kushk/contracts';
import { freePort, sharedTopology, startNats, startPostgres, type RunningServer } from '@kushk/embedded';
import { obtainToken } from '../../run/sign-in/obtain-token.js';
import { audienceOf } from '../../run/sign-in/accounts.js';
import { addressesFrom, type Addresses, type DomainService } from '../../run/start/addresses.js';
import { prepareDatabase } from '../../run/start/database.js';
import { launchProcess } from '../../run/start/launch-process.js';
import { loadSecrets, type Secrets } from '../../run/start/secrets.js';
import { natsLogins } from '../../run/start/servers.js';
import { processesOf, type ProcessPlan } from '../../run/start/system.js';
import { unlimitedQuotas } from '../bench/service-process.js';
import { freePortBase } from '../bench/whole-system.js';
import { eventually } from './delivery-system.js';
import type { Recorded } from './recorded-requests.js';
import { root, unpackData } from './released-version.js';

const readyWithinMs = 90_000;
/** A load balancer stops sending before it stops a gateway, and the requests in flight finish. */
const drainMs = 500;
const portsPerSystem = 40;

/** The services of a hub and an instance, and their gateways. */
export const services = [
  'catalogue',
  'review',
  'installation',
  'wallet',
  'workspace',
  'delivery',
  'hub gateway',
  'instance gateway',
] as const;
export type Service = (typeof services)[number];

interface Replica {
  readonly child: ChildProcess;
  /** Of a gateway: where it accepts requests. */
  readonly origin: string;
}

export interface UpgradeSystem {
  readonly databaseUrls: Readonly<Record<DomainService, string>>;
  readonly natsUrlOf: ReturnType<typeof natsLogins>;
  tokenOf(username: string): Promise<string>;
  /** The origins of the gateways that accept requests. */
  origins(gateway: 'hub gateway' | 'instance gateway'): readonly string[];
  /** Starts a process of a service with the program in a folder, and patches; waits until it is ready. */
  start(service: Service, folder: string, patches?: readonly string[]): Promise<void>;
  /** Stops the oldest process of a service. */
  stopOldest(service: Service): Promise<void>;
  stop(): Promise<void>;
}

export interface RecordedSystem {
  readonly system: UpgradeSystem;
  readonly recorded: Recorded;
}

/** Opens a system on the recorded data of a release, in an empty folder. No service runs yet. */
export async function openRecordedData(version: string, dataDir: string): Promise<RecordedSystem> {
  // When root runs PostgreSQL as another user, that user must be able to traverse the folder.
  chmodSync(dataDir, 0o711);
  unpackData(version, dataDir);
  const recorded = JSON.parse(readFileSync(join(dataDir, 'recorded.json'), 'utf8')) as Recorded;
  return { system: await openSystem(dataDir), recorded };
}

async function openSystem(dataDir: string): Promise<UpgradeSystem> {
  Object.assign(process.env, { KUSHK_RATE_LIMITS: 'off', KUSHK_QUOTAS: unlimitedQuotas });
  const addresses = addressesFrom(await freePortBase(portsPerSystem));
  const secrets = loadSecrets(join(dataDir, 'secrets.json'));
  const logDir = join(dataDir, 'logs');
  mkdirSync(logDir, { recursive: true });
  const logFile = (name: string): string => join(logDir, `${name.replaceAll(' ', '-')}.log`);
  const servers = await startServers(dataDir, { addresses, secrets, logFile });
  const databaseUrls = await prepareDatabase(servers.postgres.url, secrets.rolePasswords);
  const natsUrlOf = natsLogins(servers.nats.url, secrets.natsSecret);
  const { id } = addresses.instance;
  await createStreams({ url: natsUrlOf(id, streamsUser), scope: id });
  await createStreams({ url: natsUrlOf('hub', streamsUser), scope: 'hub', instances: [id] });
  const plans = processesOf({ addresses, secrets, databaseUrls, natsUrlOf, dataDir, publicHost: '127.0.0.1' });
  const replicas = new Map<string, Replica[]>(plans.map(({ name }) => [name, []]));
  const start = async (
    name: string,
    folder: string,
    own: (plan: ProcessPlan) => Promise<ProcessPlan>,
  ): Promise<void> => {
    const plan = await own(plans.find((one) => one.name === name) as ProcessPlan);
    replicas.get(name)?.push(await launch(plan, { root: folder, logFile: logFile(name) }));
  };
  await start('sign-in', root, (plan) => Promise.resolve(plan));
  return {
    databaseUrls,
    natsUrlOf,
    tokenOf: (username) => {
      const { developmentClientSecret: clientSecret, password } = secrets.signIn;
      const { issuer } = addresses.signIn;
      return obtainToken({ issuer, audience: audienceOf(username), clientSecret, password, username });
    },
    origins: (gateway) => (replicas.get(gateway) ?? []).map(({ origin }) => origin),
    start: (service, folder, patches = []) => start(service, folder, (plan) => asReplica(plan, patches)),
    stopOldest: async (service) => {
      const oldest = replicas.get(service)?.shift();
      if (service.endsWith('gateway')) await sleep(drainMs);
      if (oldest !== undefined) await ended(oldest.child);
    },
    stop: async () => {
      await Promise.all([...replicas.values()].flat().map(({ child }) => ended(child)));
      await Promise.all([servers.nats.stop(), servers.postgres.stop()]);
    },
  };
}

async function startServers(
  dataDir: string,
  { addresses, secrets, logFile }: { addresses: Addresses; secrets: Secrets; logFile: (name: string) => string },
): Promise<{ readonly postgres: RunningServer; readonly nats: RunningServer }> {
  const topology = sharedTopology({ instances: [addresses.instance.id], secret: secrets.natsSecret });
  const [postgres, nats] = await Promise.all([
    startPostgres({
      dataDir: join(dataDir, 'postgres'),
      logFile: logFile('postgres'),
      port: addresses.postgresPort,
      password: secrets.postgresPassword,
      settings: { max_connections: '400' },
    }),
    startNats({ storeDir: join(dataDir, 'nats'), logFile: logFile('nats'), port: addresses.natsPort, topology }),
  ]);
  return { postgres, nats };
}

/** The plan of one of several processes of a service: with ports and an environment of its own. */
async function asReplica(plan: ProcessPlan, patches: readonly string[]): Promise<ProcessPlan> {
  const [httpPort, healthPort] = [await freePort(), await freePort()];
  const ports = {
    KUSHK_HEALTH_PORT: String(healthPort),
    ...(plan.tier === 'edge' && { KUSHK_HTTP_PORT: String(httpPort) }),
  };
  const readyUrl = `http://127.0.0.1:${healthPort}/health/ready`;
  const preload = new URL(`apply-patches.mjs?patches=${patches.join()}`, import.meta.url).href;
  const environment = patches.length > 0 ? { NODE_OPTIONS: `--import=${preload}` } : {};
  return { ...plan, port: httpPort, readyUrl, environment: { ...plan.environment, ...ports, ...environment } };
}

async function launch(plan: ProcessPlan, where: { readonly root: string; readonly logFile: string }): Promise<Replica> {
  const child = launchProcess(plan, where);
  const isReady = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`${plan.name} of ${where.root} ended with ${child.exitCode}`);
    return await fetch(plan.readyUrl).then(
      (response) => response.ok,
      () => false,
    );
  };
  if (!(await eventually(isReady, readyWithinMs))) throw new Error(`${plan.name} of ${where.root} is not ready`);
  return { child, origin: `http://127.0.0.1:${plan.port}` };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** A hub and one instance as production runs them: each service a process with its own NATS and database user. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStreams } from '@kushk/broker/create-streams';
import { inboxPrefix, natsUserName, streamsUser, type NatsRole } from '@kushk/contracts';
import { sharedTopology, type NatsTopology } from '@kushk/embedded';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { audienceOf } from '../../../run/sign-in/accounts.js';
import { obtainToken } from '../../../run/sign-in/obtain-token.js';
import { addressesFrom, type DomainService } from '../../../run/start/addresses.js';
import { prepareFolders } from '../../../run/start/data-folder.js';
import { prepareDatabase } from '../../../run/start/database.js';
import { ManagedProcess } from '../../../run/start/managed-process.js';
import { loadSecrets, type Secrets } from '../../../run/start/secrets.js';
import { natsLogins, startOwnNats, startOwnPostgres } from '../../../run/start/servers.js';
import { processesOf, type ProcessPlan } from '../../../run/start/system.js';
import { root } from '../../../run/start/supervisor.js';
import { freePortBase } from '../../bench/whole-system.js';
import { startClosedNetwork, type ClosedNetwork } from './friendly-plugin.js';
import {
  addParties,
  installPlugin,
  publishRelease,
  type Installed,
  type InstallOptions,
  type Manifest,
} from './parties.js';

/** The instance whose gateway alone runs, for the pages of containers, which need no other service. */
export const pagesScope = 'i2';
const portsOfASystem = 48;
const pagesOffset = 42;
/** Who signs in: the staff, two organisations, and a publisher. */
const usernames = [
  ...['operator', 'reviewer', 'platform', 'publisher'],
  ...['admin', 'member', 'member2', 'narges', 'kaveh', 'samira'],
] as const;
export type Username = (typeof usernames)[number];

export interface ProductionSystem {
  readonly hub: string;
  readonly instance: string;
  /** The origin of the gateway that serves the pages of containers. */
  readonly pages: string;
  readonly issuer: string;
  readonly secrets: Secrets;
  readonly dataDir: string;
  readonly network: ClosedNetwork;
  readonly databaseUrls: Readonly<Record<DomainService, string>>;
  readonly superuserUrl: string;
  readonly plans: readonly ProcessPlan[];
  readonly pids: () => readonly number[];
  readonly tokens: Readonly<Record<Username, string>>;
  /** The keys of two publishers that have nothing to do with each other. */
  readonly keys: Readonly<Record<'acme' | 'parsan', string>>;
  /** Connects as the NATS user of a service, as the service does that somebody has taken over. */
  connectAs(scope: string, role: NatsRole): Promise<NatsConnection>;
  natsUrlOf(scope: string, role: NatsRole): string;
  signIn(username: string, audience?: string): Promise<string>;
  /** Submits, approves and publishes a release. Resolves when the instance offers it. */
  publish(manifest: Manifest): Promise<void>;
  /** Installs a plugin. Resolves when the plugin has its credentials. */
  install(manifest: Manifest, options?: InstallOptions): Promise<Installed>;
}
/** Small, so that an attack reaches them. */
export const quotas = { record_bytes: 1_000_000, record_bytes_per_day: 3_000_000 } as const;
/** Limits that the attacks themselves would use up; those of callers without a credential stay. */
const limits = JSON.stringify(
  Object.fromEntries(
    ['person', 'platform_staff', 'purchaser', 'signed_in', 'staff', 'publisher', 'publisher_member', 'plugin']
      .concat(['failed_authentication', 'sign_in', 'sign_in_person', 'submission', 'usage'])
      .map((name) => [name, { quota: 1_000_000, window_seconds: 60, burst: 1_000_000 }]),
  ),
);

export async function withProductionSystem<Result>(
  patches: readonly string[],
  work: (system: ProductionSystem) => Promise<Result>,
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kushk-hostile-'));
  chmodSync(dataDir, 0o711);
  const cleanUps: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })];
  try {
    const network = await startClosedNetwork(dataDir);
    cleanUps.push(() => network.stop());
    return await work(await startSystem({ dataDir, network, patches }, (stop) => void cleanUps.push(stop)));
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

interface Starting {
  readonly dataDir: string;
  readonly network: ClosedNetwork;
  readonly patches: readonly string[];
}

async function startSystem(
  { dataDir, network, patches }: Starting,
  onStarted: (stop: () => unknown) => void,
): Promise<ProductionSystem> {
  const logDir = join(dataDir, 'logs');
  prepareFolders({ dataDir, logDir });
  const portBase = await freePortBase(portsOfASystem);
  const addresses = addressesFrom(portBase);
  const secrets = loadSecrets(join(dataDir, 'secrets.json'));
  const server = { dataDir, logDir, report: () => undefined };
  const postgres = await startOwnPostgres({
    ...server,
    port: addresses.postgresPort,
    password: secrets.postgresPassword,
  });
  onStarted(() => postgres.stop());
  const topology = builtTopology(
    { instances: [addresses.instance.id, pagesScope], secret: secrets.natsSecret },
    patches,
  );
  const nats = await startOwnNats({ ...server, port: addresses.natsPort, topology });
  onStarted(() => nats.stop());
  const databaseUrls = await prepareDatabase(postgres.url, secrets.rolePasswords);
  const natsUrlOf = natsLogins(nats.url, secrets.natsSecret);
  await createStreams({ url: natsUrlOf(addresses.instance.id, streamsUser), scope: addresses.instance.id });
  await createStreams({ url: natsUrlOf('hub', streamsUser), scope: 'hub', instances: [addresses.instance.id] });
  const settings = { addresses, secrets, databaseUrls, natsUrlOf, dataDir, publicHost: '127.0.0.1' };
  const environment = environmentOf(network, patches);
  const plans = processesOf(settings)
    .filter(({ name }) => name !== 'sample plugin')
    .flatMap((plan) => (plan.name === 'instance gateway' ? [plan, pagesGateway(plan, natsUrlOf, portBase)] : [plan]))
    .map((plan) => ({ ...plan, environment: { ...plan.environment, ...environment } }));
  const context = { root, logDir, report: () => undefined, onStarted: () => undefined };
  const processes = plans.map((plan) => new ManagedProcess(plan, context));
  onStarted(() => Promise.all(processes.map((one) => one.stop())));
  await Promise.all(processes.map((one) => one.ready));
  const { issuer } = addresses.signIn;
  const { developmentClientSecret: clientSecret, password } = secrets.signIn;
  const signIn = (username: string, audience = audienceOf(username)): Promise<string> =>
    obtainToken({ issuer, audience, clientSecret, password, username });
  const signedIn = await Promise.all(usernames.map(async (username) => [username, await signIn(username)] as const));
  const tokens = Object.fromEntries(signedIn) as ProductionSystem['tokens'];
  const [hub, instance] = [addresses.hub.baseUrl, addresses.instance.serviceOrigin];
  const keys = await addParties({ hub, instance, instanceId: addresses.instance.id, tokens });
  return {
    ...{ hub, instance, issuer, secrets, dataDir, network, databaseUrls, plans, tokens, keys, natsUrlOf, signIn },
    pages: `http://127.0.0.1:${portBase + pagesOffset}`,
    superuserUrl: Object.assign(new URL(postgres.url), { pathname: '/kushk' }).href,
    pids: () => processes.flatMap((one) => one.pid() ?? []),
    connectAs: (scope, role) => connectAs(natsUrlOf(scope, role), natsUserName({ scope, role })),
    publish: (manifest) => publishRelease({ hub, instance, tokens }, keys.acme, manifest),
    install: (manifest, options) => installPlugin({ instance, tokens, network }, manifest, options),
  };
}

/** The users of NATS, as the built package writes them for a server, with the planted defects. */
function builtTopology(settings: Parameters<typeof sharedTopology>[0], patches: readonly string[]): NatsTopology {
  const program = `import { sharedTopology } from '@kushk/embedded';
    process.stdout.write(JSON.stringify(sharedTopology(JSON.parse(process.env.SETTINGS)).lines('')));`;
  const args = [`--import=${preloadOf(patches)}`, '--input-type=module', '--eval', program];
  const env = { PATH: process.env['PATH'], SETTINGS: JSON.stringify(settings) };
  const lines = JSON.parse(execFileSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })) as string[];
  return { ...sharedTopology(settings), lines: () => lines };
}

function preloadOf(patches: readonly string[]): string {
  return new URL(`../apply-patches.mjs?patches=${patches.join()}`, import.meta.url).href;
}

/** Production, with every connection on this machine, and with the planted defects. */
function environmentOf({ environment }: ClosedNetwork, patches: readonly string[]): Record<string, string> {
  return {
    ...environment,
    NODE_OPTIONS: `${environment['NODE_OPTIONS']} --import=${preloadOf(patches)}`,
    KUSHK_ENVIRONMENT: 'production',
    KUSHK_RATE_LIMITS: limits,
    KUSHK_QUOTAS: JSON.stringify(quotas),
    LOG_LEVEL: 'info',
  };
}

function pagesGateway(
  plan: ProcessPlan,
  natsUrlOf: (scope: string, role: NatsRole) => string,
  portBase: number,
): ProcessPlan {
  const [port, healthPort] = [portBase + pagesOffset, portBase + pagesOffset + 1];
  const environment = {
    ...plan.environment,
    KUSHK_SCOPE: pagesScope,
    KUSHK_NATS_URL: natsUrlOf(pagesScope, 'instance_gateway'),
    KUSHK_PLUGIN_DOMAIN: 'plugins.example.com',
    KUSHK_HTTP_PORT: String(port),
    KUSHK_HEALTH_PORT: String(healthPort),
  };
  return { ...plan, name: 'pages gateway', port, readyUrl: `http://127.0.0.1:${port}/health/ready`, environment };
}

async function connectAs(address: string, name: string): Promise<NatsConnection> {
  const { host, username, password } = new URL(address);
  return await connect({
    servers: host,
    user: decodeURIComponent(username),
    pass: decodeURIComponent(password),
    name,
    inboxPrefix: inboxPrefix(name),
  });
}

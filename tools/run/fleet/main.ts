/**
 * `npm run fleet -- --instances 5` runs a hub and its instances on this machine until Ctrl-C. Each instance has its
 * own NATS server, connected to the hub's as in production, with the credentials from its registration. Each instance
 * also has its own PostgreSQL server, because open write transactions in one cluster delay the relays of all services
 * in it. All data is in `.kushk/fleet`; `fleet.json` in that folder contains the addresses.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { createStreams } from '@kushk/broker/create-streams';
import { linkedJetStream, streamsUser, type InstanceLink } from '@kushk/contracts';
import { hubTopology, instanceTopology, natsUrlOf } from '@kushk/embedded';
import { apiClient, type Api } from '../seed/api.js';
import { publisherKey, registerInstance } from '../seed/hub.js';
import { signInOf, tokenOf } from '../seed/people.js';
import { addHubStaff } from '../seed/staff.js';
import type { Addresses } from '../start/addresses.js';
import { prepareDatabase } from '../start/database.js';
import { writePrivateFile } from '../start/private-file.js';
import type { Secrets } from '../start/secrets.js';
import { startOwnNats, startOwnPostgres } from '../start/servers.js';
import { root, supervise, type RequiredPorts, type Supervisor } from '../start/supervisor.js';
import { hubProcesses, instanceProcesses, pluginApi, type ProcessPlan, type SystemSettings } from '../start/system.js';
import { defaultFleetBase, fleetAddresses, instanceCount, type FleetAddresses } from './fleet-addresses.js';
import { loadFleetSecrets, type FleetSecrets } from './fleet-secrets.js';
import { createOrganisations } from './organisations.js';

const publisher = { id: 'acme', name: 'Acme' };
/** PostgreSQL settings for little memory, because many servers share one machine. Durability is not reduced. */
const postgresSettings = {
  shared_buffers: '24MB',
  max_connections: '80',
  max_wal_size: '256MB',
  autovacuum_max_workers: '1',
  max_worker_processes: '2',
  wal_buffers: '1MB',
};
const withLowMemory = (plans: readonly ProcessPlan[]): ProcessPlan[] =>
  plans.map((plan) => ({ ...plan, isLowMemory: true }));

interface Fleet {
  readonly addresses: FleetAddresses;
  readonly secrets: FleetSecrets;
}
/** The address of the hub's NATS server for leaf nodes. */
const leafUrl = ({ leafPort }: FleetAddresses): string => `nats-leaf://127.0.0.1:${leafPort}`;
const folderIn =
  (dataDir: string) =>
  (id: string): string =>
    join(dataDir, id);

async function startHub(supervisor: Supervisor, { addresses, secrets }: Fleet): Promise<void> {
  const { hub, leafPort, instances } = addresses;
  const { dataDir, logDir, screen } = supervisor;
  const server = { dataDir, logDir, report: screen.notice, owner: 'hub' };
  const topology = hubTopology({ server: secrets.operator.server, leafPort });
  const [postgres, nats] = await supervisor.servers([
    screen.step('PostgreSQL of the hub', () =>
      startOwnPostgres({
        ...server,
        port: hub.postgresPort,
        password: secrets.hub.postgresPassword,
        settings: postgresSettings,
      }),
    ),
    screen.step('NATS of the hub', () => startOwnNats({ ...server, port: hub.natsPort, topology })),
  ]);
  const settings = await settingsOf({
    addresses: hub,
    secrets: secrets.hub,
    postgresUrl: postgres!.url,
    natsUrlOf: () => nats!.url,
    dataDir: server.dataDir,
  });
  await createStreams({ url: nats!.url, credentials: secrets.operator.hubCredentials.streams, scope: 'hub' });
  const natsSettings = {
    natsCredentials: secrets.operator.hubCredentials,
    natsOperator: { ...secrets.operator.catalogue, leaf_url: leafUrl(addresses) },
  };
  await supervisor.processes(
    'The hub',
    withLowMemory(
      hubProcesses({
        ...settings,
        ...natsSettings,
        instances: instances.map(({ instance }) => instance),
      }),
    ),
  );
}

async function startInstance(
  supervisor: Supervisor,
  { secrets }: Fleet,
  { addresses, link }: { readonly addresses: Addresses; readonly link: InstanceLink },
): Promise<void> {
  const { dataDir, logDir, screen } = supervisor;
  const { id } = addresses.instance;
  const own = secrets.instances.get(id)!;
  const server = { dataDir: folderIn(dataDir)(id), logDir, report: screen.notice, owner: id };
  const topology = instanceTopology({ id, link, secret: own.natsSecret });
  const [postgres, nats] = await supervisor.servers([
    startOwnPostgres({
      ...server,
      port: addresses.postgresPort,
      password: own.postgresPassword,
      settings: postgresSettings,
    }),
    startOwnNats({ ...server, port: addresses.natsPort, topology }),
  ]);
  await createStreams({
    url: natsUrlOf(nats!.url, { scope: id, role: streamsUser, secret: own.natsSecret }),
    scope: id,
  });
  const settings = await settingsOf({
    addresses,
    secrets: own,
    postgresUrl: postgres!.url,
    natsUrlOf: (scope, role) => natsUrlOf(nats!.url, { scope, role, secret: own.natsSecret }),
    dataDir: server.dataDir,
  });
  await supervisor.processes(
    `Instance ${id}, ${addresses.instance.serviceOrigin}`,
    withLowMemory(instanceProcesses({ ...settings, hubJetStream: linkedJetStream })),
  );
}

async function settingsOf({
  postgresUrl,
  secrets,
  ...rest
}: {
  addresses: Addresses;
  secrets: Secrets;
  postgresUrl: string;
  natsUrlOf: SystemSettings['natsUrlOf'];
  dataDir: string;
}): Promise<SystemSettings> {
  return {
    ...rest,
    secrets,
    databaseUrls: await prepareDatabase(postgresUrl, secrets.rolePasswords),
    publicHost: '127.0.0.1',
  };
}

const descriptionOf = (id: string) => ({ id, name: `Instance ${id}`, plugin_api: pluginApi });

interface LinkOptions {
  readonly id: string;
  readonly folder: string;
  readonly url: string;
}

/**
 * Registers an instance and returns its NATS credentials for the hub. The API returns them only once, so they are
 * stored in the instance's folder.
 */
async function linkOf(operator: Api, { id, folder, url }: LinkOptions): Promise<InstanceLink> {
  const path = join(folder, 'link.json');
  const { link } = await operator.post<{ link: InstanceLink | null }>('/instances', descriptionOf(id));
  const issued =
    link ?? (existsSync(path) ? null : (await operator.post<{ link: InstanceLink }>(`/instances/${id}/rotate`)).link);
  if (issued !== null) writePrivateFile(path, issued);
  // The ports may have changed since the instance was registered.
  return { ...(JSON.parse(readFileSync(path, 'utf8')) as InstanceLink), url };
}

/**
 * Registers each running instance with the public key that the instance publishes. Returns the publisher key of the
 * demo's publisher.
 */
async function registerInstances(
  supervisor: Supervisor,
  { addresses: { hub, instances } }: Fleet,
  operator: Api,
): Promise<string> {
  for (const { instance } of instances)
    await registerInstance(operator, { ...descriptionOf(instance.id), service_origin: instance.serviceOrigin });
  const statePath = join(supervisor.dataDir, 'seed.json');
  return await publisherKey({ hubUrl: hub.hub.baseUrl, operator, publisher, statePath });
}

function portsOf({ hub, leafPort, instances }: FleetAddresses): RequiredPorts {
  const { catalogue, review } = hub.healthPorts;
  const ofInstances = instances.flatMap(({ instance, healthPorts: { installation, wallet, workspace, delivery } }) => [
    instance.port,
    instance.healthPort,
    installation,
    wallet,
    workspace,
    delivery,
  ]);
  return {
    processes: [hub.hub.port, hub.hub.healthPort, hub.signIn.port, catalogue, review, ...ofInstances],
    servers: [leafPort, ...[hub, ...instances].flatMap(({ postgresPort, natsPort }) => [postgresPort, natsPort])],
  };
}

async function start(supervisor: Supervisor): Promise<void> {
  const { dataDir, screen } = supervisor;
  const startedAt = Date.now();
  const addresses = fleetAddresses(supervisor.portBase(defaultFleetBase), instanceCount(process.argv.slice(2)));
  await supervisor.claim();
  await supervisor.requirePorts(portsOf(addresses));
  const fleet: Fleet = {
    addresses,
    secrets: await loadFleetSecrets(
      dataDir,
      addresses.instances.map(({ instance }) => instance.id),
      folderIn(dataDir),
    ),
  };
  await supervisor.build();
  await startHub(supervisor, fleet);
  const { signIn } = fleet.secrets.hub;
  const signInAccounts = signInOf({
    issuer: addresses.hub.signIn.issuer,
    clientSecret: signIn.developmentClientSecret,
    password: signIn.password,
  });
  const tokens = await signInAccounts();
  const operator = apiClient(`${addresses.hub.hub.baseUrl}/operator/v1`, tokenOf(tokens, 'operator'));
  // One instance after the other: on a small machine, instances that start in parallel would all miss their
  // deadlines.
  for (const instanceAddresses of addresses.instances) {
    const { id } = instanceAddresses.instance;
    const link = await linkOf(operator, { id, folder: folderIn(dataDir)(id), url: leafUrl(addresses) });
    await startInstance(supervisor, fleet, { addresses: instanceAddresses, link });
  }
  await addHubStaff(operator);
  const key = await screen.step('Instances registered', () => registerInstances(supervisor, fleet, operator));
  const organisations = await screen.step('Organisations', () => createOrganisations(addresses, tokens));
  await screen.step('Every process ready', () => supervisor.confirmReady());
  const fleetFile = join(dataDir, 'fleet.json');
  writePrivateFile(fleetFile, {
    hub: { base_url: addresses.hub.hub.baseUrl },
    instances: addresses.instances.map(({ instance, healthPorts }) => ({
      id: instance.id,
      service_origin: instance.serviceOrigin,
      health_ports: healthPorts,
      organisation: organisations.get(instance.id),
    })),
    publisher: { id: publisher.id, key },
    staff: { operator_token: tokenOf(tokens, 'operator'), reviewer_token: tokenOf(tokens, 'reviewer') },
    platform_admin_token: tokenOf(tokens, 'platform'),
  });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  screen.print(
    [
      '',
      `  ${screen.strong(`A hub and ${addresses.instances.length} instances are ready`)} ${screen.dim(`after ${seconds} s`)}`,
      '',
      `  Hub               ${addresses.hub.hub.baseUrl}`,
      ...addresses.instances.map(({ instance }) => `  Instance ${instance.id.padEnd(9)}${instance.serviceOrigin}`),
      `  Sign-in           ${addresses.hub.signIn.issuer}`,
      `  Keys and tokens   ${relative(process.cwd(), fleetFile)}`,
      '',
      `  ${screen.dim('Ctrl-C stops everything and keeps the data.')}`,
      '',
    ].join('\n'),
  );
}

await supervise(resolve(root, process.env['KUSHK_DATA_DIR'] ?? join('.kushk', 'fleet')), start);

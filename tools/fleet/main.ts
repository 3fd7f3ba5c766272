/**
 * `npm run fleet -- --instances 5`: a hub and its instances on this machine, until Ctrl-C. Each instance has a NATS of
 * its own, linked to the hub's as in production, and a PostgreSQL of its own: write transactions of one cluster hold
 * back each other's relays. Everything is kept in `.kushk/fleet`; `fleet.json` there says where everybody is.
 */
import { join, relative, resolve } from 'node:path';
import { apiOf } from '../seed/api.js';
import { publisherKey, registerInstance } from '../seed/hub.js';
import { signInEverybody, tokenOf, type Tokens } from '../seed/people.js';
import type { Addresses } from '../start/addresses.js';
import { prepareDatabase } from '../start/database.js';
import { writePrivately } from '../start/private-file.js';
import type { Secrets } from '../start/secrets.js';
import { ownNats, ownPostgres } from '../start/servers.js';
import { root, supervise, type Supervisor } from '../start/supervisor.js';
import { apiAudience, hubProcesses, instanceProcesses, pluginApi, type ProcessPlan, type SystemFacts } from '../start/system.js';
import { defaultFleetBase, fleetAddresses, instanceCount, type FleetAddresses } from './fleet-addresses.js';
import { loadFleetSecrets, type FleetSecrets } from './fleet-secrets.js';
import { hubJetStream, hubTopology, instanceTopology } from './topology.js';

const publisher = { id: 'acme', name: 'Acme' };
/** Small: a fleet on one machine is for trying things out. Nothing that loses what was written. */
const postgresSettings = { shared_buffers: '24MB', max_connections: '80', max_wal_size: '256MB', autovacuum_max_workers: '1', max_worker_processes: '2', wal_buffers: '1MB' };
const small = (plans: readonly ProcessPlan[]): ProcessPlan[] => plans.map((plan) => ({ ...plan, isSmall: true }));

interface Fleet {
  readonly addresses: FleetAddresses;
  readonly secrets: FleetSecrets;
}
const foldersIn = (dataDir: string) => (id: string): string => join(dataDir, id);

async function startHub(supervisor: Supervisor, { addresses: { hub, leafPort, instances }, secrets }: Fleet): Promise<void> {
  const { dataDir, logDir, screen } = supervisor;
  const place = { dataDir, logDir, report: screen.note, owner: 'hub' };
  const links = instances.map(({ instance: { id } }) => ({ id, password: secrets.nats.instances[id]!.link }));
  const topology = hubTopology({ password: secrets.nats.hub, leafPort, instances: links });
  const [postgres, nats] = await supervisor.servers([
    screen.step('PostgreSQL of the hub', () => ownPostgres({ ...place, port: hub.postgresPort, password: secrets.hub.postgresPassword, settings: postgresSettings })),
    screen.step('NATS of the hub', () => ownNats({ ...place, port: hub.natsPort, topology })),
  ]);
  const facts = await factsOf({ addresses: hub, secrets: secrets.hub, postgresUrl: postgres!.url, natsUrl: nats!.url, dataDir: place.dataDir });
  await supervisor.processes('The hub', small(hubProcesses({ ...facts, otherPages: instances.map(({ instance }) => instance.serviceOrigin) })));
}

async function startInstance(supervisor: Supervisor, { addresses: { leafPort }, secrets }: Fleet, addresses: Addresses): Promise<void> {
  const { dataDir, logDir, screen } = supervisor;
  const { id } = addresses.instance;
  const passwords = secrets.nats.instances[id]!;
  const own = secrets.instances.get(id)!;
  const place = { dataDir: foldersIn(dataDir)(id), logDir, report: screen.note, owner: id };
  const topology = instanceTopology({ link: { id, password: passwords.link }, password: passwords.own, hubLeaf: `127.0.0.1:${leafPort}` });
  const [postgres, nats] = await supervisor.servers([
    ownPostgres({ ...place, port: addresses.postgresPort, password: own.postgresPassword, settings: postgresSettings }),
    ownNats({ ...place, port: addresses.natsPort, topology }),
  ]);
  const facts = await factsOf({ addresses, secrets: own, postgresUrl: postgres!.url, natsUrl: nats!.url, dataDir: place.dataDir });
  await supervisor.processes(`Instance ${id}, ${addresses.instance.serviceOrigin}`, small(instanceProcesses({ ...facts, hubJetStream })));
}

async function factsOf({ postgresUrl, secrets, ...rest }: { addresses: Addresses; secrets: Secrets; postgresUrl: string; natsUrl: string; dataDir: string }): Promise<SystemFacts> {
  return { ...rest, secrets, databaseUrls: await prepareDatabase(postgresUrl, secrets.rolePasswords), publicHost: '127.0.0.1' };
}

async function register(supervisor: Supervisor, { addresses: { hub, instances } }: Fleet, tokens: Tokens): Promise<string> {
  const operator = apiOf(`${hub.hub.baseUrl}/operator/v1`, tokenOf(tokens, 'operator'));
  for (const { instance } of instances) await registerInstance(operator, { id: instance.id, name: `Instance ${instance.id}`, plugin_api: pluginApi, service_origin: instance.serviceOrigin });
  return await publisherKey(hub.hub.baseUrl, operator, publisher, join(supervisor.dataDir, 'seed.json'));
}

function portsOf({ hub, leafPort, instances }: FleetAddresses): number[] {
  const { catalogue, review } = hub.healthPorts;
  const ofInstances = instances.flatMap(({ instance, healthPorts: { installation, wallet, workspace, delivery } }) => [instance.port, installation, wallet, workspace, delivery]);
  return [hub.hub.port, hub.signIn.port, leafPort, catalogue, review, ...ofInstances];
}

async function start(supervisor: Supervisor): Promise<void> {
  const { dataDir, screen } = supervisor;
  const startedAt = Date.now();
  const addresses = fleetAddresses(supervisor.portBase(defaultFleetBase), instanceCount(process.argv.slice(2)));
  await supervisor.claim();
  await supervisor.requirePorts(portsOf(addresses));
  const fleet: Fleet = { addresses, secrets: loadFleetSecrets(dataDir, addresses.instances.map(({ instance }) => instance.id), foldersIn(dataDir)) };
  await supervisor.build();
  await startHub(supervisor, fleet);
  // One after the other: side by side they would all be late on a small machine.
  for (const one of addresses.instances) await startInstance(supervisor, fleet, one);
  const { signIn } = fleet.secrets.hub;
  const tokens = await signInEverybody({ issuer: addresses.hub.signIn.issuer, audience: apiAudience, clientSecret: signIn.developmentClientSecret, password: signIn.password });
  const key = await screen.step('Instances registered', () => register(supervisor, fleet, tokens));
  const fleetFile = join(dataDir, 'fleet.json');
  writePrivately(fleetFile, {
    hub: { base_url: addresses.hub.hub.baseUrl },
    instances: addresses.instances.map(({ instance, healthPorts }) => ({ id: instance.id, service_origin: instance.serviceOrigin, health_ports: healthPorts })),
    publisher: { id: publisher.id, key },
    staff: { operator_token: tokenOf(tokens, 'operator'), reviewer_token: tokenOf(tokens, 'reviewer') },
    platform_admin_token: tokenOf(tokens, 'platform'),
  });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  screen.print([
    '',
    `  ${screen.strong(`A hub and ${addresses.instances.length} instances are ready`)} ${screen.dim(`after ${seconds} s`)}`,
    '',
    `  Hub               ${addresses.hub.hub.baseUrl}`,
    ...addresses.instances.map(({ instance }) => `  Instance ${instance.id.padEnd(9)}${instance.serviceOrigin}`),
    `  Sign-in           ${addresses.hub.signIn.issuer}`,
    `  Keys and tokens   ${relative(process.cwd(), fleetFile)}`,
    '',
    `  ${screen.dim('Ctrl-C stops everything; the data stays.')}`,
    '',
  ].join('\n'));
}

await supervise(resolve(root, process.env['KUSHK_DATA_DIR'] ?? join('.kushk', 'fleet')), start);

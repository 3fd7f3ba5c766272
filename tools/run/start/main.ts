/**
 * `npm start` runs the whole system on this machine, from the databases to a plugin that has processed one invoice.
 * The data is in `.kushk/`; Ctrl-C stops everything. With `--watch` (`npm run dev`) it restarts processes whose
 * sources change.
 */
import { existsSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { createStreams } from '@kushk/broker/create-streams';
import { streamsUser } from '@kushk/contracts';
import { sharedTopology } from '@kushk/embedded';
import { apiClient } from '../seed/api.js';
import { signInOf, tokenOf, type Tokens } from '../seed/people.js';
import { addMarket } from '../seed/market/add-market.js';
import { addMonths } from '../seed/market/closed-months.js';
import { seed, staffApi } from '../seed/seed.js';
import { addressesFrom, type Addresses } from './addresses.js';
import { findContainerEngine, howToGetEngine, limitsOf } from './container-engine.js';
import { prepareDatabase } from './database.js';
import { writeDevFile } from './dev-file.js';
import { loadSecrets, type Secrets } from './secrets.js';
import { natsLogins, openNats, openPostgres } from './servers.js';
import { root, supervise, type RequiredPorts, type Supervisor } from './supervisor.js';
import { pluginApi, processesOf } from './system.js';
import { welcome } from './welcome.js';

function portsOf({ hub, instance, signIn, samplePlugin, healthPorts, ...servers }: Addresses): RequiredPorts {
  return {
    processes: [
      hub.port,
      hub.healthPort,
      instance.port,
      instance.healthPort,
      signIn.port,
      samplePlugin.port,
      ...Object.values(healthPorts),
    ],
    servers: [
      ...(process.env['KUSHK_POSTGRES_URL'] ? [] : [servers.postgresPort]),
      ...(process.env['KUSHK_NATS_URL'] ? [] : [servers.natsPort]),
    ],
  };
}

async function openServers(
  supervisor: Supervisor,
  addresses: Addresses,
  secrets: Secrets,
): Promise<{ postgresUrl: string; natsUrl: string }> {
  const { dataDir, logDir, screen } = supervisor;
  const options = { dataDir, logDir, report: screen.notice };
  const [postgres, nats] = await supervisor.servers([
    screen.step('PostgreSQL', () =>
      openPostgres({ ...options, port: addresses.postgresPort, password: secrets.postgresPassword }),
    ),
    screen.step('NATS with JetStream', () =>
      openNats({
        ...options,
        port: addresses.natsPort,
        topology: sharedTopology({ instances: [addresses.instance.id], secret: secrets.natsSecret }),
      }),
    ),
  ]);
  return { postgresUrl: postgres?.url ?? '', natsUrl: nats?.url ?? '' };
}

/** Creates the streams of the instance and of the hub on the server that they share. */
async function createAllStreams(id: string, natsUrlOf: ReturnType<typeof natsLogins>): Promise<void> {
  await createStreams({ url: natsUrlOf(id, streamsUser), scope: id });
  await createStreams({ url: natsUrlOf('hub', streamsUser), scope: 'hub', instances: [id] });
}

async function start(supervisor: Supervisor): Promise<void> {
  const { dataDir, screen } = supervisor;
  const startedAt = Date.now();
  const addresses = addressesFrom(supervisor.portBase());
  await supervisor.claim();
  await supervisor.requirePorts(portsOf(addresses));
  rmSync(join(dataDir, 'dev.json'), { force: true });
  const secrets = loadSecrets(join(dataDir, 'secrets.json'));
  const [{ postgresUrl, natsUrl }] = await Promise.all([
    openServers(supervisor, addresses, secrets),
    supervisor.build(),
  ]);
  const databaseUrls = await screen.step('Schemas and roles', () =>
    prepareDatabase(postgresUrl, secrets.rolePasswords),
  );
  // The package `kushk` has no service for containers.
  const hasService = existsSync(join(root, 'apps', 'containers'));
  const containerEngine = hasService ? await findContainerEngine() : null;
  if (hasService)
    screen.notice(
      containerEngine === null
        ? `No container engine answers, so container plugins cannot be installed. ${howToGetEngine()}`
        : `Container plugins run on ${containerEngine.name}.`,
    );
  if (containerEngine !== null) for (const notice of limitsOf(containerEngine)) screen.notice(notice);
  const natsUrlOf = natsLogins(natsUrl, secrets.natsSecret);
  await screen.step('Streams', () => createAllStreams(addresses.instance.id, natsUrlOf));
  const plans = processesOf({
    ...(containerEngine !== null && { containerEngine }),
    addresses,
    secrets,
    databaseUrls,
    natsUrlOf,
    dataDir,
    publicHost: '127.0.0.1',
  });
  await supervisor.processes(`${plans.length} processes`, plans);
  const signIn = signInOf({
    issuer: addresses.signIn.issuer,
    clientSecret: secrets.signIn.developmentClientSecret,
    password: secrets.signIn.password,
  });
  const tokens = await screen.step('People signed in', () => signIn());
  const seeded = await screen.step('Demo', () =>
    seed({
      addresses,
      tokens,
      signIn,
      pluginApi,
      statePath: join(dataDir, 'seed.json'),
      manifestPath: join(root, 'apps', 'sample-plugin', 'manifest.yaml'),
    }),
  );
  await supervisor.confirmReady();
  const devFile = join(dataDir, 'dev.json');
  writeDevFile(devFile, { addresses, tokens, seeded, password: secrets.signIn.password });
  const seconds = (Date.now() - startedAt) / 1000;
  screen.print(
    welcome({
      addresses,
      seeded,
      password: secrets.signIn.password,
      seconds,
      devFile: relative(process.cwd(), devFile),
      screen,
    }),
  );
  if (process.env['KUSHK_DEMO'] !== 'small') void addRest({ addresses, tokens }, supervisor);
}

/** Adds what takes longer than a start should, while the system can already be used. */
async function addRest(
  seeding: { readonly addresses: Addresses; readonly tokens: Tokens },
  { dataDir, screen }: Supervisor,
): Promise<void> {
  const { addresses, tokens } = seeding;
  try {
    const instance = `${addresses.instance.serviceOrigin}/instance/v1`;
    const shared = {
      statePath: join(dataDir, 'seed.json'),
      operator: staffApi(seeding, 'operator'),
      orgAdmin: apiClient(instance, tokenOf(tokens, 'admin')),
    };
    await addMarket({ ...shared, hubUrl: addresses.hub.baseUrl, reviewer: staffApi(seeding, 'reviewer') });
    if (process.env['KUSHK_DEMO'] === 'months')
      await addMonths({ ...shared, platform: apiClient(instance, tokenOf(tokens, 'platform')) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    screen.notice(`The plugins of the demo are incomplete: ${reason}. The next start continues.`);
  }
}

/** Restarts processes whose sources change, until this process ends. */
async function watchSources({ screen, managed }: Supervisor): Promise<void> {
  // Only the repository has sources and their compiler.
  const { DevWatcher } = await import('./dev-watcher.js');
  screen.print(`  ${screen.dim('Watching apps and libs: a change restarts the processes that use it.')}\n`);
  new DevWatcher({ root, processes: managed, report: screen.notice });
}

const isWatching = process.argv.includes('--watch');
await supervise(resolve(root, process.env['KUSHK_DATA_DIR'] ?? '.kushk'), async (supervisor) => {
  await start(supervisor);
  if (isWatching) await watchSources(supervisor);
});

/**
 * `npm start`: the whole system on this machine, from the databases to a plugin that has processed one invoice.
 * Everything it keeps lies in `.kushk/`; Ctrl-C ends everything it started. Contract §1 says what it promises.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPortFree } from '@kushk/embedded';
import { signInEverybody } from '../seed/people.js';
import { seed } from '../seed/seed.js';
import { addressesFrom, portBaseFrom, type Addresses } from './addresses.js';
import { buildAll, requireBuilt } from './build.js';
import { prepareDatabase } from './database.js';
import { writeDevFile } from './dev-file.js';
import { keep, type Kept } from './keeper.js';
import { claimRun, type RunFile } from './run-file.js';
import { openScreen } from './screen.js';
import { loadSecrets, type Secrets } from './secrets.js';
import { openNats, openPostgres, type KeptServer } from './servers.js';
import { apiAudience, pluginApi, processesOf, type ProcessPlan } from './system.js';
import { welcome } from './welcome.js';

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const dataDir = resolve(root, process.env['KUSHK_DATA_DIR'] ?? '.kushk');
const logDir = join(dataDir, 'logs');
const neededDiskBytes = 300_000_000;
const lookAtParentEveryMs = 500;
const screen = openScreen();

interface Life {
  runFile: RunFile | null;
  servers: KeptServer[];
  kept: Kept[];
}
const life: Life = { runFile: null, servers: [], kept: [] };

/** The edge first, so that nothing new comes in, then the services, then what they stand on. */
async function stopAll(): Promise<void> {
  for (const place of ['edge', 'service'] as const) {
    await Promise.all(life.kept.filter((one) => one.plan.place === place).map((one) => one.stop()));
  }
  await Promise.all(life.servers.map((one) => one.stop()));
  life.runFile?.remove();
}

let stopped: Promise<void> | null = null;
function stopOnce(): Promise<void> {
  stopped ??= stopAll();
  return stopped;
}

function stopInOrder(): void {
  if (!stopped) screen.print('\nStopping …');
  void stopOnce().then(() => {
    screen.print(`Stopped. The data is kept in ${relative(process.cwd(), dataDir) || dataDir}.`);
    process.exit(0);
  });
}

function stopWhenAsked(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopInOrder);
  // npm runs us below a shell, and a signal to npm alone ends that shell without a word to us.
  const parent = process.ppid;
  if (!process.env['npm_lifecycle_event']) return;
  setInterval(() => process.ppid !== parent && stopInOrder(), lookAtParentEveryMs).unref();
}

function makeRoom(): void {
  // As root, PostgreSQL runs as another user, who has to pass through this folder; what lies in it is closed itself.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  mkdirSync(logDir, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize >= neededDiskBytes) return;
  throw new Error(`The disk is full: ${dataDir} has ${Math.round((bavail * bsize) / 1e6)} MB left, and Kushk needs ${neededDiskBytes / 1e6}.`);
}

function keptPortBase(path: string): number {
  const base = portBaseFrom(process.env['KUSHK_PORT_BASE'], existsSync(path) ? Number(readFileSync(path, 'utf8')) : null);
  writeFileSync(path, `${base}\n`);
  return base;
}

/** PostgreSQL and NATS look after their own ports, once they have ended what a killed run left on them. */
async function requirePorts({ hub, instance, signIn, samplePlugin, healthPorts }: Addresses): Promise<void> {
  const wanted = [hub.port, instance.port, signIn.port, samplePlugin.port, ...Object.values(healthPorts)];
  const free = await Promise.all(wanted.map(isPortFree));
  const taken = wanted.filter((_, index) => !free[index]);
  if (taken.length === 0) return;
  const [ports, are] = taken.length === 1 ? ['Port', 'is'] : ['Ports', 'are'];
  throw new Error(`${ports} ${taken.join(', ')} ${are} taken by another program; end that one, or start another Kushk with KUSHK_PORT_BASE and KUSHK_DATA_DIR.`);
}

async function openServers(addresses: Addresses, secrets: Secrets): Promise<{ postgresUrl: string; natsUrl: string }> {
  const place = { dataDir, logDir, report: screen.note };
  const opening = [
    screen.step('PostgreSQL', () => openPostgres({ ...place, port: addresses.postgresPort, password: secrets.postgresPassword })),
    screen.step('NATS with JetStream', () => openNats({ ...place, port: addresses.natsPort })),
  ];
  const opened = await Promise.allSettled(opening);
  // Whatever came up must be stopped again, also when the other one failed.
  for (const one of opened) if (one.status === 'fulfilled') life.servers.push(one.value);
  for (const one of opened) if (one.status === 'rejected') throw one.reason;
  const [postgres, nats] = life.servers;
  return { postgresUrl: postgres?.url ?? '', natsUrl: nats?.url ?? '' };
}

async function startProcesses(plans: readonly ProcessPlan[], runFile: RunFile): Promise<void> {
  requireBuilt(root, plans.filter((plan) => !plan.needsTypescript).map((plan) => plan.program));
  const around = { root, logDir, report: screen.note, onStarted: runFile.note };
  await screen.step(`${plans.length} processes`, async () => {
    life.kept.push(...plans.map((plan) => keep(plan, around)));
    await Promise.all(life.kept.map((one) => one.ready));
  });
}

async function start(): Promise<void> {
  const startedAt = Date.now();
  makeRoom();
  const addresses = addressesFrom(keptPortBase(join(dataDir, 'port-base')));
  const runFile = await claimRun(join(dataDir, 'run.json'), (names) => screen.note(`ended what a killed run had left: ${names.join(', ')}`));
  life.runFile = runFile;
  await requirePorts(addresses);
  rmSync(join(dataDir, 'dev.json'), { force: true });
  const secrets = loadSecrets(join(dataDir, 'secrets.json'));
  const [{ postgresUrl, natsUrl }] = await Promise.all([
    openServers(addresses, secrets),
    screen.step('Programs built', () => buildAll(root, join(logDir, 'build.log'))),
  ]);
  const databaseUrls = await screen.step('Schemas and roles', () => prepareDatabase(postgresUrl, secrets.rolePasswords));
  const plans = processesOf({ addresses, secrets, databaseUrls, natsUrl, dataDir, publicHost: '127.0.0.1' });
  await startProcesses(plans, runFile);
  const tokens = await screen.step('Everybody signed in', () =>
    signInEverybody({ issuer: addresses.signIn.issuer, audience: apiAudience, clientSecret: secrets.signIn.developmentClientSecret, password: secrets.signIn.password }),
  );
  const seeded = await screen.step('Demo', () =>
    seed({ addresses, tokens, pluginApi, statePath: join(dataDir, 'seed.json'), manifestPath: join(root, 'apps', 'sample-plugin', 'manifest.yaml') }),
  );
  const devFile = join(dataDir, 'dev.json');
  writeDevFile(devFile, { addresses, tokens, seeded });
  const seconds = (Date.now() - startedAt) / 1000;
  screen.print(welcome({ addresses, seeded, password: secrets.signIn.password, seconds, devFile: relative(process.cwd(), devFile), screen }));
}

stopWhenAsked();
try {
  await start();
} catch (error) {
  await stopOnce();
  const full = (error as NodeJS.ErrnoException).code === 'ENOSPC';
  process.stderr.write(`kushk: ${full ? `The disk is full (${dataDir}).` : (error as Error).message}\n`);
  process.exit(1);
}

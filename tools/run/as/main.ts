/**
 * `npm run as -- wallet kushk-deploy rebuild wallet` runs a program in the environment of one process of the
 * running development system (here `wallet`), including its secrets. In production, the deployment provides the
 * environment.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addressesFrom, portBaseFrom } from '../start/addresses.js';
import { prepareDatabase } from '../start/database.js';
import { loadSecrets } from '../start/secrets.js';
import { natsLogins } from '../start/servers.js';
import { processesOf } from '../start/system.js';

const root = resolve(import.meta.dirname, '../../..');
const dataDir = resolve(root, process.env['KUSHK_DATA_DIR'] ?? '.kushk');
const storedPortBase = join(dataDir, 'port-base');

function stop(message: string): never {
  process.stderr.write(`kushk: ${message}\n`);
  process.exit(2);
}

if (!existsSync(join(dataDir, 'run.json'))) stop(`no system runs on ${dataDir}; start one with \`npm start\`.`);
const addresses = addressesFrom(
  portBaseFrom(
    process.env['KUSHK_PORT_BASE'],
    existsSync(storedPortBase) ? Number(readFileSync(storedPortBase, 'utf8')) : null,
  ),
);
const secrets = loadSecrets(join(dataDir, 'secrets.json'));
const postgresUrl =
  process.env['KUSHK_POSTGRES_URL'] ??
  `postgresql://postgres:${encodeURIComponent(secrets.postgresPassword)}@127.0.0.1:${addresses.postgresPort}/postgres`;
const databaseUrls = await prepareDatabase(postgresUrl, secrets.rolePasswords);
const natsUrl = process.env['KUSHK_NATS_URL'] ?? `nats://127.0.0.1:${addresses.natsPort}`;
const plans = processesOf({
  addresses,
  secrets,
  databaseUrls,
  natsUrlOf: natsLogins(natsUrl, secrets.natsSecret),
  dataDir,
  publicHost: '127.0.0.1',
});

const [name = '', program, ...args] = process.argv.slice(2);
const plan = plans.find((one) => one.name.replaceAll(' ', '-') === name);
if (plan === undefined || program === undefined)
  stop(
    `usage: npm run as -- PROCESS PROGRAM [ARGUMENTS]; processes are ${plans.map((one) => one.name.replaceAll(' ', '-')).join(', ')}.`,
  );
const { status } = spawnSync(program, args, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...plan.environment },
});
process.exit(status ?? 1);

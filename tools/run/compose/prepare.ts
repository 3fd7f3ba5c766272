/**
 * The first container of docker-compose.yml. It creates the secrets, database roles, schemas, the configuration of
 * NATS with a user for each service, and the environment files of the other containers.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { natsUrlOf } from '@kushk/embedded';
import { prepareDatabase } from '../start/database.js';
import { writePrivateFile } from '../start/private-file.js';
import { loadSecrets } from '../start/secrets.js';
import { processesOf } from '../start/system.js';
import { addresses, containerName, dataFolders, environmentFile, natsConfigFile, sharedFolder } from './layout.js';
import { natsConfig } from './nats-config.js';

const postgresUrl = process.env['KUSHK_POSTGRES_URL'];
const natsUrl = process.env['KUSHK_NATS_URL'];
if (!postgresUrl || !natsUrl) throw new Error('KUSHK_POSTGRES_URL and KUSHK_NATS_URL must be set');

const secrets = loadSecrets(join(sharedFolder, 'secrets.json'));
for (const folder of [dirname(natsConfigFile), ...dataFolders]) mkdirSync(folder, { recursive: true, mode: 0o700 });
writeFileSync(natsConfigFile, natsConfig(secrets.natsSecret), { mode: 0o600 });
const databaseUrls = await prepareDatabase(postgresUrl, secrets.rolePasswords);
for (const plan of processesOf({
  addresses,
  secrets,
  databaseUrls,
  natsUrlOf: (scope, role) => natsUrlOf(natsUrl, { scope, role, secret: secrets.natsSecret }),
  dataDir: sharedFolder,
  publicHost: '0.0.0.0',
})) {
  const file = environmentFile(containerName(plan.name));
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writePrivateFile(file, { program: plan.program, environment: plan.environment });
}

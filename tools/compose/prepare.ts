/**
 * The first container of docker-compose.yml. It creates the secrets, database roles, schemas, and environment files
 * of the other containers.
 */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { prepareDatabase } from '../start/database.js';
import { writePrivateFile } from '../start/private-file.js';
import { loadSecrets } from '../start/secrets.js';
import { processesOf } from '../start/system.js';
import { addresses, containerName, environmentFile, sharedFolder } from './layout.js';

const postgresUrl = process.env['KUSHK_POSTGRES_URL'];
const natsUrl = process.env['KUSHK_NATS_URL'];
if (!postgresUrl || !natsUrl) throw new Error('KUSHK_POSTGRES_URL and KUSHK_NATS_URL must be set');

const secrets = loadSecrets(join(sharedFolder, 'secrets.json'));
const databaseUrls = await prepareDatabase(postgresUrl, secrets.rolePasswords);
for (const plan of processesOf({
  addresses,
  secrets,
  databaseUrls,
  natsUrl,
  dataDir: sharedFolder,
  publicHost: '0.0.0.0',
})) {
  const file = environmentFile(containerName(plan.name));
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writePrivateFile(file, { program: plan.program, environment: plan.environment });
}

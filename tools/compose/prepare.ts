/** First container of docker-compose.yml: makes secrets, roles and schemas, and the environment of every other. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { prepareDatabase } from '../start/database.js';
import { writePrivately } from '../start/private-file.js';
import { loadSecrets } from '../start/secrets.js';
import { processesOf } from '../start/system.js';
import { addresses, containerName, environmentFile, sharedFolder } from './layout.js';

const postgresUrl = process.env['KUSHK_POSTGRES_URL'];
const natsUrl = process.env['KUSHK_NATS_URL'];
if (!postgresUrl || !natsUrl) throw new Error('KUSHK_POSTGRES_URL and KUSHK_NATS_URL are needed');

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
  writePrivately(file, { program: plan.program, environment: plan.environment });
}

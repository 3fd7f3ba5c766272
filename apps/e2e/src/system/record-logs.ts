/**
 * Records the log of every service of the system under test, for the specs of later versions (libs/testing). That of
 * the containers is recorded by its integration spec, because few machines have a container engine.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordLog } from '@kushk/testing/recorded-log';

const root = resolve(fileURLToPath(import.meta.url), '../../../../..');
/** The offset of PostgreSQL's port from the port base (README, Configuration). */
const postgresOffset = 20;
const services = ['catalogue', 'review', 'installation', 'wallet', 'workspace', 'delivery'] as const;

/** The secrets that `npm start` stores in its data folder. */
interface SecretsFile {
  readonly pepper: string;
  readonly postgresPassword: string;
  readonly sealingKeys: readonly object[];
  readonly signingKeys: Readonly<Record<string, object>>;
}

export async function recordLogs(version: string, dataDir: string, portBase: number): Promise<void> {
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as SecretsFile;
  const { postgresPassword, pepper, sealingKeys, signingKeys } = secrets;
  const databaseUrl = `postgresql://postgres:${postgresPassword}@127.0.0.1:${portBase + postgresOffset}/kushk`;
  for (const service of services) {
    const environment = {
      KUSHK_PEPPER: pepper,
      KUSHK_SEALING_KEYS: JSON.stringify(sealingKeys),
      KUSHK_CONTENT_KEYS: JSON.stringify(sealingKeys),
      KUSHK_SIGNING_KEY: JSON.stringify(signingKeys[service] ?? signingKeys['installation']),
    };
    const file = join(root, 'apps', service, 'test', 'logs', `${version}.jsonl`);
    await recordLog(file, { databaseUrl, service, system: { version, environment } });
  }
}

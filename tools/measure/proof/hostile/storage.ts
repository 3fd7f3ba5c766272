/** What lies in tables, logs, process lists and files: no secret in clear, and nothing of another service. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readProcessFile } from '../../bench/processes.js';
import { domainServices } from '../../../run/start/addresses.js';
import { each, expectSeen, type Attack } from './attack.js';
import { call } from './http.js';
import { keepingNotes, newManifest } from './parties.js';
import type { ProductionSystem } from './production-system.js';

const settingSecret = 'a-secret-of-the-admin-29';

/** Every secret that a party of the proof has, by what it is. */
async function secretsOf(system: ProductionSystem): Promise<ReadonlyMap<string, string>> {
  const schema = { type: 'object', properties: { api_key: { type: 'string', title: 'Key', writeOnly: true } } };
  const manifest = newManifest({ ...keepingNotes, settings: schema });
  await system.publish(manifest);
  const plugin = await system.install(manifest, { settings: { api_key: settingSecret } });
  await call('GET', `${plugin.api}/installation`, { token: plugin.token });
  const { signing_secret } = await system.network.plugin.credentials(plugin.id);
  const { pepper, sealingKeys, signingKeys, signIn, natsSecret, postgresPassword } = system.secrets;
  return new Map([
    ...Object.entries({
      settingSecret,
      signing_secret,
      token: plugin.token,
      pepper,
      natsSecret,
      postgresPassword,
    }),
    ...sealingKeys.map(({ k }) => ['sealing key', k] as const),
    ...Object.entries(signingKeys).map(([name, { d }]) => [`signing key of ${name}`, String(d)] as const),
    ...Object.entries(system.keys).map(([name, key]) => [`key of ${name}`, key] as const),
    ...Object.entries(system.tokens).map(([name, token]) => [`token of ${name}`, token] as const),
    ['client secret', signIn.developmentClientSecret],
  ]);
}

async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const tables: Attack = {
  name: 'no table of any service has a secret in clear, and no service reads a table of another one',
  plantedDefect: 'unsealed-settings',
  group: 2,
  run: async (system) => {
    const secrets = await secretsOf(system);
    const found = await withClient(system.superuserUrl, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any($1)`,
        [domainServices],
      );
      return await each(
        rows,
        ({ name }) => name,
        async ({ name }) => {
          const patterns = [...secrets.values()].flatMap((secret) => [secret, Buffer.from(secret).toString('hex')]);
          const { rows: matching } = await client.query<{ row: string }>(
            `select t::text as row from ${name} t where t::text like any($1) limit 1`,
            [patterns.map((pattern) => `%${pattern}%`)],
          );
          if (matching[0] === undefined) return 'nothing';
          return (
            [...secrets]
              .filter(([, secret]) => matching[0]!.row.includes(secret))
              .map(([what]) => what)
              .join() || 'as hex'
          );
        },
      );
    });
    const foreign = await each(
      domainServices,
      (service) => `as ${service}`,
      (service) =>
        withClient(system.databaseUrls[service], async (client) => {
          const other = service === 'wallet' ? 'workspace' : 'wallet';
          const answer = client.query(`select 1 from ${other}.log_events limit 1`).then(
            () => 'rows',
            () => 'nothing',
          );
          return await answer;
        }),
    );
    return expectSeen({ ...found, ...foreign }, 'nothing');
  },
};

const logsAndProcesses: Attack = {
  name: 'no log and no process argument has a secret, and no other user of the machine reads the files',
  plantedDefect: 'credentials-in-logs',
  run: async (system) => {
    const secrets = [...(await secretsOf(system))];
    const logDir = join(system.dataDir, 'logs');
    const whatIsIn = (text: string): string =>
      secrets
        .filter(([, secret]) => text.includes(secret))
        .map(([what]) => what)
        .join() || 'nothing';
    const logs = await each(readdirSync(logDir), String, (file) =>
      Promise.resolve(whatIsIn(readFileSync(join(logDir, file), 'utf8'))),
    );
    const processes = await each(
      system.pids(),
      (pid) => `process ${pid}`,
      (pid) => Promise.resolve(whatIsIn(readProcessFile(pid, 'cmdline'))),
    );
    const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
    const files = await each(
      [join(system.dataDir, 'secrets.json'), ...readdirSync(logDir).map((file) => join(logDir, file))],
      (path) => `mode of ${path.slice(system.dataDir.length)}`,
      (path) => Promise.resolve(['600', '640'].includes(modeOf(path)) ? 'nothing' : modeOf(path)),
    );
    return expectSeen({ ...logs, ...processes, ...files }, 'nothing');
  },
};

/** After most others, because what they sent may be in a log. */
export const storageAttacks: readonly Attack[] = [tables, logsAndProcesses];

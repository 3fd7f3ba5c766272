/** Takes the servers of a running fleet back in time: their processes restart on another data folder. */
import { execFile, execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { streamsUser } from '@kushk/contracts';
import { natsUrlOf } from '@kushk/embedded';
import { environmentOfProcess } from '@kushk/testing';
import pg from 'pg';
import { readProcessFile } from '../bench/processes.js';
import type { WholeFleet } from '../bench/whole-system.js';
import { loadFleetSecrets } from '../../run/fleet/fleet-secrets.js';
import { eventually } from './delivery-system.js';

const run = promisify(execFile);
export const kushkDeploy = fileURLToPath(new URL('../../../apps/deploy/bin/kushk-deploy.mjs', import.meta.url));
const stoppedWithinMs = 30_000;

/** The hub, or an instance, with servers of its own. */
export interface Site {
  readonly scope: string;
  /** Copies the data folder of PostgreSQL, as a physical backup does. */
  backUp(): Promise<void>;
  /** Puts the copy back, and empties JetStream at the same moment if `withNats`. The processes keep running. */
  restore(withNats?: 'withNats'): Promise<void>;
  /** Stops PostgreSQL while `work` runs. The processes keep running. */
  whilePostgresIsStopped(work: () => void): Promise<void>;
  /** The data folder of PostgreSQL. */
  readonly data: string;
  /** The address of PostgreSQL with the superuser. */
  readonly superuserUrl: string;
  /** The environment of a service. */
  environmentOf(service: string): NodeJS.ProcessEnv;
  /** The login of the user `streams`. */
  readonly streamsEnvironment: NodeJS.ProcessEnv;
  /** Empties JetStream, and creates the streams again. */
  loseNats(): Promise<void>;
  deploy(...args: readonly string[]): Promise<string>;
  query<Row extends pg.QueryResultRow>(service: string, text: string): Promise<Row[]>;
  /** The checks of the service that fail, by name. */
  failedChecks(service: string): Promise<Readonly<Record<string, string>>>;
}

export async function siteOf({ dataDir, pids, fleet }: WholeFleet, scope: string): Promise<Site> {
  const folder = scope === 'hub' ? dataDir : `${dataDir}/${scope}`;
  const ids = fleet.instances.map(({ id }) => id);
  const secrets = await loadFleetSecrets(dataDir, ids, (id) => `${dataDir}/${id}`);
  const environmentOf = (service: string): NodeJS.ProcessEnv => {
    for (const pid of pids()) {
      const environment = environmentOfProcess(pid);
      if (environment['KUSHK_SERVICE'] === service && environment['KUSHK_SCOPE'] === scope) return environment;
    }
    throw new Error(`${service} of ${scope} does not run`);
  };
  const { KUSHK_NATS_URL: url = '', KUSHK_DATABASE_URL: databaseUrl = '' } = environmentOf(
    scope === 'hub' ? 'catalogue' : 'installation',
  );
  const own = secrets.instances.get(scope);
  const streamsEnvironment =
    own === undefined
      ? { KUSHK_SCOPE: scope, KUSHK_NATS_URL: url, KUSHK_NATS_CREDENTIALS: secrets.operator.hubCredentials.streams }
      : streamsEnvironmentOf(scope, { url, secret: own.natsSecret });
  const deploy = async (...args: readonly string[]): Promise<string> => {
    const env = { ...process.env, ...streamsEnvironment };
    return (await run(process.execPath, [kushkDeploy, ...args], { env })).stdout;
  };
  const superuser = new URL(databaseUrl);
  [superuser.username, superuser.password] = ['postgres', (own ?? secrets.hub).postgresPassword];
  const [data, backup] = [`${folder}/postgres/data`, `${folder}/postgres/backup`];
  const postgres = ['-D', data] as const;
  const nats = ['-c', `${folder}/nats/nats.conf`] as const;
  const empty = (): void => rmSync(`${folder}/nats`, { recursive: true, force: true });
  const create = async (): Promise<void> => {
    const created = () =>
      deploy('streams', 'create').then(
        () => true,
        () => false,
      );
    if (!(await eventually(created, stoppedWithinMs * 2))) throw new Error(`the streams of ${scope} are missing`);
  };
  return {
    scope,
    deploy,
    data,
    environmentOf,
    streamsEnvironment,
    superuserUrl: superuser.href,
    whilePostgresIsStopped: (work) => whileStopped(pids(), [postgres], work),
    backUp: () => whileStopped(pids(), [postgres], () => copy(data, backup)),
    restore: async (withNats) => {
      await whileStopped(pids(), withNats ? [postgres, nats] : [postgres], () => {
        copy(backup, data);
        if (withNats) empty();
      });
      if (withNats) await create();
    },
    loseNats: async () => {
      await whileStopped(pids(), [nats], empty);
      await create();
    },
    query: (service, text) => queryOf(String(environmentOf(service)['KUSHK_DATABASE_URL']), text),
    failedChecks: async (service) => {
      const url = `http://127.0.0.1:${environmentOf(service)['KUSHK_HEALTH_PORT']}/health/ready`;
      const { checks } = (await (await fetch(url)).json()) as { checks: Readonly<Record<string, string>> };
      return Object.fromEntries(Object.entries(checks).filter(([, result]) => result !== 'ok'));
    },
  };
}

/** The login of an instance's user `streams`. */
function streamsEnvironmentOf(
  scope: string,
  { url, secret }: { readonly url: string; readonly secret: string },
): NodeJS.ProcessEnv {
  const address = new URL(url);
  [address.username, address.password] = ['', ''];
  const own = natsUrlOf(address.href, { scope, role: streamsUser, secret });
  return { KUSHK_SCOPE: scope, KUSHK_NATS_URL: own, KUSHK_NATS_CREDENTIALS: '' };
}

/** Copies a folder with the owners of its files. */
function copy(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  execFileSync('cp', ['-a', from, to]);
}

/** Stops the servers with these arguments while `work` runs. Then their supervisor starts them, as after a crash. */
export async function whileStopped(
  pids: readonly number[],
  servers: readonly (readonly [string, string])[],
  work: () => void,
): Promise<void> {
  const startAgain = await takeDown(servers.map(([option, value]) => pidWith(pids, option, value)));
  try {
    work();
  } finally {
    startAgain();
  }
}

/** The process with this option on its command line. */
export function pidWith(pids: readonly number[], option: string, value: string): number {
  const found = pids.find((pid) => {
    const command = readProcessFile(pid, 'cmdline').split('\0');
    return command.includes(option) && command[command.indexOf(option) + 1] === value;
  });
  if (found === undefined) throw new Error(`no process runs with ${option} ${value}`);
  return found;
}

/** Ends processes and keeps their supervisor from starting them again until the returned function is called. */
export async function takeDown(pids: readonly number[]): Promise<() => void> {
  const supervisor = Number(fieldsOf(pids[0]!)[1]);
  const startAgain = (): void => void process.kill(supervisor, 'SIGCONT');
  process.kill(supervisor, 'SIGSTOP');
  for (const pid of pids) process.kill(pid, 'SIGINT');
  // Their supervisor cannot take note of the end, so they stay as zombies.
  const haveEnded = () => Promise.resolve(pids.every((pid) => ['Z', undefined].includes(fieldsOf(pid)[0])));
  if (await eventually(haveEnded, stoppedWithinMs)) return startAgain;
  startAgain();
  throw new Error('the processes did not stop');
}

/** The state and the parent of a process; none when it has ended. */
function fieldsOf(pid: number): string[] {
  return readProcessFile(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
}

export async function queryOf<Row extends pg.QueryResultRow>(
  connectionString: string,
  text: string,
  values: readonly string[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** A primary of PostgreSQL with a synchronous standby, which a proof promotes. */
import { execFileSync } from 'node:child_process';
import { chownSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres, type RunningServer } from '@kushk/embedded';
import pg from 'pg';
import { descendantsOf } from '../bench/processes.js';
import { eventually } from './delivery-system.js';
import { hostOf, openNats, openPostgres, type OpenServers, type ServerOptions } from './replicated-servers.js';

const synchronousWithinMs = 60_000;

export interface PostgresPair {
  readonly openServers: OpenServers;
  /** Ends all processes of the primary, as a crash of its host does. */
  killPrimary(): Promise<void>;
  /** Lets the standby accept writes. */
  promote(): Promise<void>;
}

export function postgresPair(): PostgresPair {
  let [primary, standby]: (RunningServer | undefined)[] = [];
  let isPromoted = false;
  return {
    killPrimary: async () => {
      for (const pid of descendantsOf(primary!.pid)) process.kill(pid, 'SIGKILL');
      await primary!.crashed;
    },
    promote: async () => {
      await withClient(standby!.url, (client) => client.query('select pg_promote()'));
      isPromoted = true;
    },
    openServers: async (dataDir, options) => {
      const archive = join(dataDir, 'archive');
      const [first, nats] = await Promise.all([
        openPostgres(dataDir, options, {
          // What the standby has not received yet is kept for it.
          wal_keep_size: '256MB',
          archive_mode: 'on',
          archive_command: `mkdir -p ${archive} && cp %p ${archive}/%f`,
        }),
        openNats(dataDir, { ...options, lines: [] }),
      ]);
      primary = first;
      standby = await startStandby(first, dataDir, options);
      await withClient(first.url, makeSynchronous);
      return {
        postgres: {
          url: () => (isPromoted ? standby! : first).url,
          hosts: [first, standby].map(hostOf),
        },
        nats: { hosts: [hostOf(nats)], copies: 1 },
        stop: async () => void (await Promise.all([nats, first, standby!].map((one) => one.stop()))),
      };
    },
  };
}

/** Copies the data of a running primary, and starts a standby on the copy. */
async function startStandby(
  primary: RunningServer,
  dataDir: string,
  { secrets, logFile, nextPort }: ServerOptions,
): Promise<RunningServer> {
  const [from, to] = [join(dataDir, 'postgres'), join(dataDir, 'standby')];
  const data = join(to, 'data');
  await withClient(primary.url, async (client) => {
    await client.query(`select pg_backup_start('standby', fast => true)`);
    execFileSync('cp', ['-a', from, to]);
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    const { uid, gid } = statSync(join(data, 'PG_VERSION'));
    rmSync(join(data, 'postmaster.pid'));
    for (const [name, text] of [
      ['backup_label', rows[0]!.labelfile],
      ['standby.signal', ''],
    ] as const) {
      writeFileSync(join(data, name), text, { mode: 0o600 });
      chownSync(join(data, name), uid, gid);
    }
  });
  const { port } = new URL(primary.url);
  const { postgresPassword: password } = secrets;
  return await startPostgres({
    dataDir: to,
    logFile: logFile('postgres-standby'),
    port: await nextPort(),
    password,
    settings: {
      max_connections: '400',
      primary_conninfo: `host=127.0.0.1 port=${port} user=postgres password=${password} application_name=standby`,
    },
  });
}

/** From now on a commit waits until the standby has it on its disk. */
async function makeSynchronous(client: pg.Client): Promise<void> {
  await client.query(`alter system set synchronous_standby_names = 'standby'`);
  await client.query('select pg_reload_conf()');
  const isSynchronous = async (): Promise<boolean> =>
    (await client.query(`select 1 from pg_stat_replication where sync_state = 'sync'`)).rowCount === 1;
  if (!(await eventually(isSynchronous, synchronousWithinMs))) throw new Error('the standby does not follow');
}

async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

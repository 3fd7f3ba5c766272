/** The PostgreSQL and NATS servers of this system: started and supervised here, or external ones. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsRole } from '@kushk/contracts';
import {
  natsUrlOf,
  startNats,
  startPostgres,
  type NatsTopology,
  type PostgresOptions,
  type RunningServer,
} from '@kushk/embedded';

export interface SupervisedServer {
  readonly url: string;
  pid(): number | null;
  stop(): Promise<void>;
}

const restartPauseMs = 1_000;

/** Starts a server, and restarts it on the same data when it crashes. */
async function superviseServer(
  name: string,
  start: () => Promise<RunningServer>,
  report: (line: string) => void,
): Promise<SupervisedServer> {
  let stopping = false;
  let current = await start();
  for (const note of current.notes) report(note);
  const watch = (): void => {
    void current.crashed.then(async () => {
      while (!stopping) {
        report(`${name} crashed; starting it again`);
        try {
          current = await start();
          report(`${name} runs again`);
          return watch();
        } catch (error) {
          report(error instanceof Error ? error.message : String(error));
          await sleep(restartPauseMs);
        }
      }
    });
  };
  watch();
  return {
    url: current.url,
    pid: () => current.pid,
    stop: async () => {
      stopping = true;
      await current.stop();
    },
  };
}

function externalServer(url: string): SupervisedServer {
  return { url, pid: () => null, stop: async () => undefined };
}

interface ServerOptions {
  readonly dataDir: string;
  readonly logDir: string;
  readonly port: number;
  readonly report: (line: string) => void;
  /** Prefix of the server's name and log file when several systems run: `i1`. */
  readonly owner?: string;
}
type PostgresServerOptions = ServerOptions & {
  readonly password: string;
  readonly settings?: PostgresOptions['settings'];
};
type NatsServerOptions = ServerOptions & { readonly topology?: NatsTopology };

const nameOf = (server: string, { owner }: ServerOptions): string =>
  owner === undefined ? server : `${owner} ${server}`;
const logOf = (server: string, { owner, logDir }: ServerOptions): string =>
  join(logDir, owner === undefined ? `${server}.log` : `${owner}-${server}.log`);

export function startOwnPostgres(options: PostgresServerOptions): Promise<SupervisedServer> {
  const { port, password, settings, report } = options;
  const location = { dataDir: join(options.dataDir, 'postgres'), logFile: logOf('postgres', options), port, password };
  const start = (): Promise<RunningServer> => startPostgres({ ...location, ...(settings && { settings }) });
  return superviseServer(nameOf('PostgreSQL', options), start, report);
}

export function startOwnNats(options: NatsServerOptions): Promise<SupervisedServer> {
  const { port, topology, report } = options;
  const location = { storeDir: join(options.dataDir, 'nats'), logFile: logOf('nats', options), port };
  const start = (): Promise<RunningServer> => startNats({ ...location, ...(topology && { topology }) });
  return superviseServer(nameOf('NATS', options), start, report);
}

/**
 * If `KUSHK_POSTGRES_URL` is set, that external server is used. Its role must be allowed to create databases and
 * roles.
 */
export async function openPostgres(options: PostgresServerOptions): Promise<SupervisedServer> {
  const url = process.env['KUSHK_POSTGRES_URL'];
  return url ? externalServer(url) : await startOwnPostgres(options);
}

/**
 * If `KUSHK_NATS_URL` is set, that external server is used, and every service logs in with this address. It must have
 * JetStream enabled and accept payloads of 8 MB.
 */
export async function openNats(options: NatsServerOptions): Promise<SupervisedServer> {
  const url = process.env['KUSHK_NATS_URL'];
  return url ? externalServer(url) : await startOwnNats(options);
}

/** Returns the address with which a user logs in to the server that `openNats` returned. */
export function natsLogins(url: string, secret: string): (scope: string, role: NatsRole) => string {
  const isExternal = Boolean(process.env['KUSHK_NATS_URL']);
  return (scope, role) => (isExternal ? url : natsUrlOf(url, { scope, role, secret }));
}

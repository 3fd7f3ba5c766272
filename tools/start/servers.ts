/** PostgreSQL and NATS of this system: our own, started and kept, or those that already run. */
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { startNats, startPostgres, type NatsTopology, type PostgresOptions, type Running } from '@kushk/embedded';

export interface KeptServer {
  readonly url: string;
  pid(): number | null;
  stop(): Promise<void>;
}

const againAfterMs = 1_000;

/** Keeps a server running: one that dies is started again on the same data and reported. */
async function keepServer(
  name: string,
  start: () => Promise<Running>,
  report: (line: string) => void,
): Promise<KeptServer> {
  let stopping = false;
  let current = await start();
  for (const note of current.notes) report(note);
  const watch = (): void => {
    void current.died.then(async () => {
      while (!stopping) {
        report(`${name} ended by itself; starting it again`);
        try {
          current = await start();
          report(`${name} is back`);
          return watch();
        } catch (error) {
          report(error instanceof Error ? error.message : String(error));
          await after(againAfterMs);
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

function elsewhere(url: string): KeptServer {
  return { url, pid: () => null, stop: async () => undefined };
}

interface ServerPlace {
  readonly dataDir: string;
  readonly logDir: string;
  readonly port: number;
  readonly report: (line: string) => void;
  /** Whose it is, where several run: `i1`. */
  readonly owner?: string;
}
type PostgresPlace = ServerPlace & { readonly password: string; readonly settings?: PostgresOptions['settings'] };
type NatsPlace = ServerPlace & { readonly topology?: NatsTopology };

const named = (server: string, { owner }: ServerPlace): string => (owner === undefined ? server : `${owner} ${server}`);
const logOf = (server: string, { owner, logDir }: ServerPlace): string =>
  join(logDir, owner === undefined ? `${server}.log` : `${owner}-${server}.log`);

/** A PostgreSQL of our own. */
export function ownPostgres(place: PostgresPlace): Promise<KeptServer> {
  const { dataDir, port, password, settings } = place;
  const options = {
    dataDir: join(dataDir, 'postgres'),
    logFile: logOf('postgres', place),
    port,
    password,
    ...(settings && { settings }),
  };
  return keepServer(named('PostgreSQL', place), () => startPostgres(options), place.report);
}

/** A NATS of our own. */
export function ownNats(place: NatsPlace): Promise<KeptServer> {
  const { dataDir, port, topology } = place;
  const options = {
    storeDir: join(dataDir, 'nats'),
    logFile: logOf('nats', place),
    port,
    ...(topology && { topology }),
  };
  return keepServer(named('NATS', place), () => startNats(options), place.report);
}

/** `KUSHK_POSTGRES_URL` names a server that runs, with a role that may create databases and roles. */
export async function openPostgres(place: PostgresPlace): Promise<KeptServer> {
  const given = process.env['KUSHK_POSTGRES_URL'];
  return given ? elsewhere(given) : await ownPostgres(place);
}

/** `KUSHK_NATS_URL` names a server that runs, with JetStream and payloads of 8 MB. */
export async function openNats(place: NatsPlace): Promise<KeptServer> {
  const given = process.env['KUSHK_NATS_URL'];
  return given ? elsewhere(given) : await ownNats(place);
}

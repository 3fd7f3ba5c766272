/** PostgreSQL and NATS of this system: our own, started and kept, or those that already run. */
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { startNats, startPostgres, type Running } from '@kushk/embedded';

export interface KeptServer {
  readonly url: string;
  pid(): number | null;
  stop(): Promise<void>;
}

const againAfterMs = 1_000;

/** Keeps a server running: one that dies is started again on the same data and reported. */
async function keepServer(name: string, start: () => Promise<Running>, report: (line: string) => void): Promise<KeptServer> {
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
}

/** `KUSHK_POSTGRES_URL` names a server that runs, with a role that may create databases and roles. */
export async function openPostgres(place: ServerPlace & { readonly password: string }): Promise<KeptServer> {
  const given = process.env['KUSHK_POSTGRES_URL'];
  if (given) return elsewhere(given);
  const options = { dataDir: join(place.dataDir, 'postgres'), logFile: join(place.logDir, 'postgres.log'), port: place.port, password: place.password };
  return keepServer('PostgreSQL', () => startPostgres(options), place.report);
}

/** `KUSHK_NATS_URL` names a server that runs, with JetStream and payloads of 8 MB. */
export async function openNats(place: ServerPlace): Promise<KeptServer> {
  const given = process.env['KUSHK_NATS_URL'];
  if (given) return elsewhere(given);
  const options = { storeDir: join(place.dataDir, 'nats'), logFile: join(place.logDir, 'nats.log'), port: place.port };
  return keepServer('NATS', () => startNats(options), place.report);
}

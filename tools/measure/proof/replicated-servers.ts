/** The PostgreSQL and NATS servers of a replicated system: one of each, or a cluster of NATS. */
import { join } from 'node:path';
import { sharedTopology, startNats, startPostgres, type RunningServer } from '@kushk/embedded';
import type { Addresses } from '../../run/start/addresses.js';
import type { Secrets } from '../../run/start/secrets.js';

export interface Servers {
  readonly postgres: {
    /** With the superuser, of the server that accepts writes. */
    url(): string;
    /** All servers that the processes know, as `host:port`. */
    readonly hosts: readonly string[];
  };
  readonly nats: {
    readonly hosts: readonly string[];
    /** Copies of each stream. */
    readonly copies: number;
  };
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly addresses: Addresses;
  readonly secrets: Secrets;
  readonly logFile: (name: string) => string;
  /** A free port. */
  readonly nextPort: () => Promise<number>;
}
export type OpenServers = (dataDir: string, options: ServerOptions) => Promise<Servers>;

/** One NATS server with further lines in its configuration. The last line that sets an option counts. */
export function withNatsLines(lines: readonly string[]): OpenServers {
  return async (dataDir, options) => {
    const [postgres, nats] = await Promise.all([
      openPostgres(dataDir, options),
      openNats(dataDir, { ...options, lines }),
    ]);
    return {
      postgres: { url: () => postgres.url, hosts: [hostOf(postgres)] },
      nats: { hosts: [hostOf(nats)], copies: 1 },
      stop: async () => void (await Promise.all([nats.stop(), postgres.stop()])),
    };
  };
}

export const oneOfEach = withNatsLines([]);

export function hostOf({ url }: RunningServer): string {
  return new URL(url).host;
}

export function openPostgres(
  dataDir: string,
  { addresses, secrets, logFile }: ServerOptions,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  return startPostgres({
    dataDir: join(dataDir, 'postgres'),
    logFile: logFile('postgres'),
    port: addresses.postgresPort,
    password: secrets.postgresPassword,
    settings: { max_connections: '400', ...settings },
  });
}

export function openNats(
  dataDir: string,
  { addresses, secrets, logFile, lines }: ServerOptions & { readonly lines: readonly string[] },
): Promise<RunningServer> {
  const topology = sharedTopology({ instances: [addresses.instance.id], secret: secrets.natsSecret });
  return startNats({
    storeDir: join(dataDir, 'nats'),
    logFile: logFile('nats'),
    port: addresses.natsPort,
    topology: { ...topology, lines: (folder) => [...topology.lines(folder), ...lines] },
  });
}

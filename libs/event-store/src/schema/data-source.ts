import { serverUrls } from '@kushk/runtime';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { PrimaryClient } from '../postgres/primary-client.js';
import { SESSION_TIMEOUTS } from '../postgres/session-timeouts.js';
import type { StoreDefinition } from '../definition.js';
import { errorClassOf } from '../error-class.js';
import { AddEpochs1763600000100 } from './epochs.migration.js';
import { readsName } from './log-format.js';
import { CreateLog1763600000000 } from './log.migration.js';
import { loadMigrations } from './migrations.js';

/** Number of connections for reads. About eight busy connections saturate one CPU core; more do not help. */
const poolSize = 8;
const firstConnectionAttempts = 3;
/** Shorter than the gateway's time limit for a response. */
const readTimeoutMs = 4_000;
/** Later than PostgreSQL's own limit: its error says that the work was too much, this one that nothing responds. */
const responseTimeoutMs = 4_500;

/** The TypeORM part of a service's store: entities and reads. `migrate` brings its schema up to date. */
export function dataSourceOf(databaseUrl: string, definition: StoreDefinition): DataSource {
  return new DataSource({
    ...primaryOf(databaseUrl, {
      ...SESSION_TIMEOUTS.request,
      query_timeout: responseTimeoutMs,
      statement_timeout: readTimeoutMs,
      keepAlive: true,
    }),
    applicationName: readsName(definition),
    entities: [...definition.entities],
    poolSize,
  });
}

/**
 * Opens the first connection. The timeout of a connection is as short as requests need it; a server that starts or has
 * much to do may take longer, so a service that starts tries three times.
 */
export async function connected(makeDataSource: () => DataSource): Promise<DataSource> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await makeDataSource().initialize();
    } catch (error) {
      if (attempt === firstConnectionAttempts || errorClassOf(error) !== 'unavailable') throw error;
    }
}

/**
 * The options of a data source whose sessions are with the server of `databaseUrl` that accepts writes. TypeORM reads
 * the name of the database from `url`, and node-postgres prefers `connectionString`.
 */
function primaryOf(databaseUrl: string, more: object) {
  const [url] = serverUrls(databaseUrl);
  return { type: 'postgres', url, extra: { ...more, connectionString: databaseUrl, Client: PrimaryClient } } as const;
}

/** The address in the options of `dataSourceOf`, with all its servers. */
export function databaseUrlOf({ extra }: DataSourceOptions): string {
  return (extra as ReturnType<typeof primaryOf>['extra']).connectionString;
}

/** Options of the data source that runs the migrations of the log and of the service; `session` are node-postgres's. */
export async function migrationOptionsOf(
  databaseUrl: string,
  { service, migrations }: StoreDefinition,
  session: object,
): Promise<DataSourceOptions> {
  const own = migrations === null ? [] : await loadMigrations(migrations);
  return {
    ...primaryOf(databaseUrl, session),
    applicationName: `${service} migrations`,
    migrations: [CreateLog1763600000000, AddEpochs1763600000100, ...own],
    migrationsTableName: 'migrations',
    poolSize: 1,
  };
}

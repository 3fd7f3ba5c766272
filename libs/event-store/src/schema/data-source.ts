import { DataSource, type DataSourceOptions } from 'typeorm';
import { CONNECT_TIMEOUT_MS } from '../postgres/connect-timeout.js';
import type { StoreDefinition } from '../definition.js';
import { errorClassOf } from '../error-class.js';
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
    type: 'postgres',
    url: databaseUrl,
    applicationName: readsName(definition),
    entities: [...definition.entities],
    poolSize,
    extra: {
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS.request,
      query_timeout: responseTimeoutMs,
      statement_timeout: readTimeoutMs,
      keepAlive: true,
    },
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

/** Options of the data source that runs the migrations of the log and of the service. */
export async function migrationOptionsOf(
  databaseUrl: string,
  { service, migrations }: StoreDefinition,
): Promise<DataSourceOptions> {
  const own = migrations === null ? [] : await loadMigrations(migrations);
  return {
    type: 'postgres',
    url: databaseUrl,
    applicationName: `${service} migrations`,
    migrations: [CreateLog1763600000000, ...own],
    migrationsTableName: 'migrations',
    poolSize: 1,
  };
}

import { DataSource, type DataSourceOptions } from 'typeorm';
import type { StoreDefinition } from './definition.js';
import { CreateLog1763600000000 } from './log.migration.js';
import { loadMigrations } from './migrations.js';

/** Number of connections for reads. About eight busy connections saturate one CPU core; more do not help. */
const poolSize = 8;
const connectTimeoutMs = 2_000;
/** Shorter than the gateway's time limit for a response. */
const readTimeoutMs = 4_000;
/** Later than PostgreSQL's own limit: its error says that the work was too much, this one that nothing responds. */
const responseTimeoutMs = 4_500;

/** The TypeORM part of a service's store: entities and reads. `migrate` brings its schema up to date. */
export function dataSourceOf(databaseUrl: string, definition: StoreDefinition): DataSource {
  return new DataSource({
    type: 'postgres',
    url: databaseUrl,
    applicationName: `${definition.service} reads`,
    entities: [...definition.entities],
    poolSize,
    extra: {
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: responseTimeoutMs,
      statement_timeout: readTimeoutMs,
      keepAlive: true,
    },
  });
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

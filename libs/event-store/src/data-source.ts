import pg from 'pg';
import { DataSource } from 'typeorm';
import type { StoreDefinition } from './definition.js';
import { CreateLog1763600000000 } from './log.migration.js';
import { loadMigrations } from './migrations.js';

/** Number of connections for reads. About eight busy connections saturate one CPU core; more do not help. */
const poolSize = 8;
const connectTimeoutMs = 2_000;
/** Shorter than the gateway's time limit for a response. */
const readTimeoutMs = 4_000;

/** The TypeORM part of a service's store: entities, migrations and reads. */
export async function dataSourceOf(databaseUrl: string, definition: StoreDefinition): Promise<DataSource> {
  const own = definition.migrations === null ? [] : await loadMigrations(definition.migrations);
  return new DataSource({
    type: 'postgres',
    url: databaseUrl,
    applicationName: `${definition.service} reads`,
    entities: [...definition.entities],
    migrations: [CreateLog1763600000000, ...own],
    migrationsTableName: 'migrations',
    poolSize,
    extra: {
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: readTimeoutMs,
      statement_timeout: readTimeoutMs,
      keepAlive: true,
    },
  });
}

/** Brings the schema up to date. A lock prevents processes of one service from migrating at the same time. */
export async function migrate(databaseUrl: string, dataSource: DataSource, service: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: `${service} migrations`,
    connectionTimeoutMillis: connectTimeoutMs,
  });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`kushk.migrations.${service}`]);
    await dataSource.runMigrations({ transaction: 'each' });
  } finally {
    await client.end();
  }
}

import pg from 'pg';
import { DataSource } from 'typeorm';
import type { StoreDefinition } from './definition.js';
import { CreateFeeds1763600000010 } from './feeds.migration.js';
import { CreateLog1763600000000 } from './log.migration.js';

/** Connections for reads. More do not help: one core serves about eight busy ones. */
const poolSize = 8;
const connectTimeoutMs = 2_000;
/** A read that takes longer is given up: the edge has promised an answer by then. */
const readTimeoutMs = 4_000;

/** The TypeORM side of a service: entities, migrations and reads. */
export function dataSourceOf(databaseUrl: string, definition: StoreDefinition): DataSource {
  return new DataSource({
    type: 'postgres',
    url: databaseUrl,
    applicationName: `${definition.service} reads`,
    entities: [...definition.entities],
    migrations: [CreateLog1763600000000, CreateFeeds1763600000010, ...(definition.migrations as never[])],
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

/** Brings the schema up to date; processes of one service that start together take turns. */
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

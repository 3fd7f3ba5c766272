/** Creates one database with a schema and a role per service, so that no service can read the tables of another. */
import { roleStatements } from '@kushk/event-store/roles';
import pg from 'pg';
import { domainServices, type DomainService } from './addresses.js';

const databaseName = 'kushk';

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function addressOf(serverUrl: string, user?: string, password?: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${databaseName}`;
  if (user !== undefined) url.username = encodeURIComponent(user);
  if (password !== undefined) url.password = encodeURIComponent(password);
  return url.href;
}

async function createDatabase(serverUrl: string): Promise<void> {
  await withClient(serverUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(databaseName)}`);
  });
}

/**
 * Creates the database and its roles and schemas if they are missing. The role of `serverUrl` must be allowed to
 * create databases and roles. Resolves with the database URL of each service.
 */
export async function prepareDatabase(
  serverUrl: string,
  passwords: Readonly<Record<DomainService, string>>,
): Promise<Record<DomainService, string>> {
  await createDatabase(serverUrl);
  await withClient(addressOf(serverUrl), async (client) => {
    for (const statement of roleStatements({ database: databaseName, passwords })) await client.query(statement);
  });
  const urls = domainServices.map((service) => [service, addressOf(serverUrl, service, passwords[service])]);
  return Object.fromEntries(urls) as Record<DomainService, string>;
}

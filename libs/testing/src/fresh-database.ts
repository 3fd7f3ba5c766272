import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface FreshDatabase {
  /** Connection URL that logs in with the service's role. The service's schema is first in its search_path. */
  readonly url: string;
  readonly name: string;
  drop(): Promise<void>;
}

/** This password is not a secret: the test server listens on loopback only and ends with the test run. */
const ROLE_PASSWORD = 'kushk-test';
const SERVICE_NAME = /^[a-z][a-z0-9_]{0,30}$/;

/**
 * Creates a database for one spec on the PostgreSQL server of the test run (`KUSHK_TEST_POSTGRES_URL`). As in
 * production, the role and its schema have the name of the service. Call `drop` at the end.
 */
export async function freshDatabase(service: string): Promise<FreshDatabase> {
  if (!SERVICE_NAME.test(service)) throw new RangeError(`not a service name: ${service}`);
  const server = serverUrl();
  const name = `${service}_${randomBytes(6).toString('hex')}`;
  await withClient(server, async (client) => {
    await client.query(roleIfAbsent(service));
    await client.query(`CREATE DATABASE ${name}`);
    await client.query(`ALTER ROLE ${service} IN DATABASE ${name} SET search_path = ${service}`);
  });
  await withClient(inDatabase(server, name), (client) =>
    client.query(`CREATE SCHEMA ${service} AUTHORIZATION ${service}`),
  );
  const url = inDatabase(server, name);
  url.username = service;
  url.password = ROLE_PASSWORD;
  return {
    url: url.href,
    name,
    drop: async () => {
      await withClient(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

function serverUrl(): URL {
  const text = process.env['KUSHK_TEST_POSTGRES_URL'];
  if (!text)
    throw new Error(
      'KUSHK_TEST_POSTGRES_URL is not set: globalSetup of the test run sets it when it starts PostgreSQL',
    );
  return new URL(text);
}

function inDatabase(server: URL, name: string): URL {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url;
}

/** A role belongs to the whole server, and specs run in parallel, so another spec may already have created the role. */
function roleIfAbsent(service: string): string {
  return `DO $$ BEGIN
    CREATE ROLE ${service} LOGIN PASSWORD '${ROLE_PASSWORD}';
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END $$`;
}

async function withClient(url: URL, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

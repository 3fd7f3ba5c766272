/** Fresh servers for a row of the benchmark: nothing in them is warm, and nobody else is there. */
import { freePort, startNats, startPostgres } from '@kushk/embedded';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export interface BenchServers {
  /** Makes an empty database and gives its address (superuser). */
  database(name: string): Promise<string>;
  readonly natsUrl: string;
  /** Of both servers; PostgreSQL's has children. */
  readonly pids: readonly number[];
}

/** Starts PostgreSQL and NATS, durable as in production, does the work and removes them again. */
export async function withServers<Result>(work: (servers: BenchServers) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'kushk-bench-'));
  chmodSync(folder, 0o711);
  const [postgresPort, natsPort] = [await freePort(), await freePort()];
  const password = randomBytes(12).toString('hex');
  const postgres = await startPostgres({
    dataDir: join(folder, 'postgres'),
    logFile: join(folder, 'postgres.log'),
    port: postgresPort,
    password,
  });
  try {
    const nats = await startNats({ storeDir: join(folder, 'nats'), logFile: join(folder, 'nats.log'), port: natsPort });
    try {
      return await work({
        natsUrl: nats.url,
        pids: [postgres.pid, nats.pid],
        database: (name) => createDatabase(postgres.url, name),
      });
    } finally {
      await nats.stop();
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

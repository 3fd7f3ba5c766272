/** New servers for one benchmark row, without warm caches or other clients. */
import { freePort, startNats, startPostgres } from '@kushk/embedded';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { fillWalFiles } from './recycled-wal.js';

export interface BenchServers {
  /** Creates an empty database and returns its URL with the superuser. */
  database(name: string): Promise<string>;
  readonly natsUrl: string;
  /** The pids of both servers and of PostgreSQL's child processes. */
  readonly pids: readonly number[];
}

/** Starts PostgreSQL and NATS with the durability of production, and stops them when the work is done. */
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
    await fillWalFiles(postgres.url);
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

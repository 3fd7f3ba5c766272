/**
 * Runs the migrations of a service, in one process at a time. Migrations have a connection of their own without a
 * statement timeout: an index on a large table takes longer than any request. They wait only briefly for a lock and
 * then try again, because every statement on the table queues behind a waiting `alter table`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { migrationOptionsOf } from './data-source.js';
import type { StoreDefinition, StoreLog } from './definition.js';

const connectTimeoutMs = 2_000;
/** How long a migration waits for a lock. */
const lockTimeoutMs = 2_000;
/** Delay before a migration that did not get a lock runs again. */
const lockRetryMs = 1_000;
/** How often a process asks whether the migrations of another process have ended. */
const pollMs = 200;
/** How often the progress of long migrations is logged. */
const logEveryMs = 10_000;
const lockNotAvailable = '55P03';

export interface MigrateOptions {
  readonly databaseUrl: string;
  readonly definition: StoreDefinition;
  readonly log: StoreLog;
}

/** Brings the schema up to date. What a migration committed before an error or a crash is not done again. */
export async function migrate({ databaseUrl, definition, log }: MigrateOptions): Promise<void> {
  const { service } = definition;
  const guard = new pg.Client({
    connectionString: databaseUrl,
    application_name: `${service} migrations`,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  });
  guard.on('error', () => undefined);
  await guard.connect();
  try {
    // Polls: a session that waits inside a statement holds a snapshot, and `create index concurrently` of the process
    // that migrates would wait for the end of that snapshot forever.
    while (!(await tryLock(guard, service))) await sleep(pollMs);
    await reportProgress({ guard, service, log }, () => runMigrations({ databaseUrl, definition, log }));
  } finally {
    await guard.end();
  }
}

async function tryLock(guard: pg.Client, service: string): Promise<boolean> {
  const { rows } = await guard.query<{ locked: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
    [`kushk.migrations.${service}`],
  );
  return rows[0]?.locked === true;
}

async function runMigrations({ databaseUrl, definition, log }: MigrateOptions): Promise<void> {
  const dataSource = new DataSource({
    ...(await migrationOptionsOf(databaseUrl, definition)),
    extra: { connectionTimeoutMillis: connectTimeoutMs, keepAlive: true, lock_timeout: lockTimeoutMs },
  });
  await dataSource.initialize();
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await dataSource.runMigrations({ transaction: 'each' });
        return;
      } catch (err) {
        if ((err as { readonly code?: unknown }).code !== lockNotAvailable) throw err;
        log.warn({ service: definition.service, attempt, err }, 'a migration waits for a lock, trying again');
        await sleep(lockRetryMs);
      }
    }
  } finally {
    await dataSource.destroy();
  }
}

/** Logs how long the migrations take, and how much of an index is built. */
async function reportProgress(
  { guard, service, log }: { readonly guard: pg.Client; readonly service: string; readonly log: StoreLog },
  work: () => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const report = async (): Promise<void> => {
    const { rows } = await guard.query<{ phase: string; done: string; total: string }>(
      `select phase, blocks_done::text as done, blocks_total::text as total from pg_stat_progress_create_index
        where datname = current_database() limit 1`,
    );
    const elapsed_ms = Math.round(performance.now() - startedAt);
    log.info({ service, elapsed_ms, ...rows[0] }, 'migrations are running');
  };
  const timer = setInterval(() => void report().catch(() => undefined), logEveryMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}

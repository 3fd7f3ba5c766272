/**
 * Runs the migrations of a service, in one process at a time. Migrations have a connection of their own without a
 * statement timeout: an index on a large table takes longer than any request. They wait only briefly for a lock and
 * then try again, because every statement on the table queues behind a waiting `alter table`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { SESSION_TIMEOUTS } from '../postgres/session-timeouts.js';
import { connected, migrationOptionsOf } from './data-source.js';
import { PrimaryClient } from '../postgres/primary-client.js';
import type { StoreDefinition, StoreLog } from '../definition.js';
import { requireKnownLogFormat } from './log-format.js';

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

/**
 * Brings the schema up to date. Rejects when the log has a format that this version does not know. What a migration
 * committed before an error or a crash is not done again. Rejects when the connection breaks: the lock of the
 * migrations is held by the session that runs them, so it ends with them, and no other process ever runs migrations at
 * the same time.
 */
export async function migrate({ databaseUrl, definition, log }: MigrateOptions): Promise<void> {
  const { service } = definition;
  const options = await migrationOptionsOf(databaseUrl, definition, {
    ...SESSION_TIMEOUTS.background,
    keepAlive: true,
    lock_timeout: lockTimeoutMs,
    // The session holds the lock, so it stays open while nothing runs.
    idleTimeoutMillis: 0,
  });
  const session = await connected(() => new DataSource(options));
  try {
    for (let attempt = 1; ; attempt += 1) {
      // Before each attempt, because the session may have been replaced. Polls: a session that waits inside a statement
      // holds a snapshot, and `create index concurrently` of the process that migrates would wait for the end of that
      // snapshot forever.
      while (!(await tryLock(session, service))) await sleep(pollMs);
      await requireKnownLogFormat(session, definition);
      try {
        await reportProgress({ databaseUrl, service, log }, () => session.runMigrations({ transaction: 'each' }));
        return;
      } catch (err) {
        if ((err as { readonly code?: unknown }).code !== lockNotAvailable) throw err;
        log.warn({ service, attempt, err }, 'a migration waits for a lock, trying again');
        await sleep(lockRetryMs);
      }
    }
  } finally {
    await session.destroy();
  }
}

async function tryLock(session: DataSource, service: string): Promise<boolean> {
  const [row] = await session.query<{ locked: boolean }[]>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
    [`kushk.migrations.${service}`],
  );
  return row?.locked === true;
}

/** Logs how long the migrations take, and how much of an index is built. */
async function reportProgress(
  { databaseUrl, service, log }: { readonly databaseUrl: string; readonly service: string; readonly log: StoreLog },
  work: () => Promise<unknown>,
): Promise<void> {
  const startedAt = performance.now();
  const report = async (): Promise<void> => {
    const progress = await indexProgress(databaseUrl, service).catch(() => undefined);
    const elapsed_ms = Math.round(performance.now() - startedAt);
    log.info({ service, elapsed_ms, ...progress }, 'migrations are running');
  };
  const timer = setInterval(() => void report(), logEveryMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}

async function indexProgress(databaseUrl: string, service: string): Promise<object | undefined> {
  const client = new PrimaryClient({
    connectionString: databaseUrl,
    application_name: `${service} migration progress`,
    ...SESSION_TIMEOUTS.background,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ phase: string; done: string; total: string }>(
      `select phase, blocks_done::text as done, blocks_total::text as total from pg_stat_progress_create_index
        where datname = current_database() limit 1`,
    );
    return rows[0];
  } finally {
    await client.end();
  }
}

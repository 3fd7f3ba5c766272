/** Steps of migrations that change large tables while the service runs. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';

const pauseMs = 5;

/**
 * Creates an index without blocking writes: `createIndexConcurrently(runner, 'entries_by_age', 'on entries (at)')`. If
 * an earlier attempt was interrupted, its unusable rest is dropped first. The migration must set `transaction = false`.
 */
export async function createIndexConcurrently(runner: QueryRunner, name: string, definition: string): Promise<void> {
  requireNoTransaction(runner);
  const found = (await runner.query(
    `select i.indisvalid as is_valid from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relname = $1 and c.relnamespace = current_schema()::regnamespace`,
    [name],
  )) as readonly { readonly is_valid: boolean }[];
  if (found[0]?.is_valid === true) return;
  // PostgreSQL waits for every older transaction here, without blocking anybody.
  await runner.query('set lock_timeout = 0');
  try {
    if (found.length > 0) await runner.query(`drop index concurrently "${name}"`);
    await runner.query(`create index concurrently "${name}" ${definition}`);
  } finally {
    await runner.query('reset lock_timeout');
  }
}

/**
 * Repeats a statement, each time in a transaction of its own, until it returns no row. The statement changes a bounded
 * number of rows that still need the change and returns them, so an interrupted backfill continues where it was:
 * `update entries set month = … where id in (select id from entries where month is null limit 5000) returning 1`. The
 * migration must set `transaction = false`.
 */
export async function repeatUntilDone(runner: QueryRunner, statement: string): Promise<void> {
  requireNoTransaction(runner);
  for (;;) {
    const { records } = await runner.query(statement, [], true);
    if (records.length === 0) return;
    await sleep(pauseMs);
  }
}

function requireNoTransaction(runner: QueryRunner): void {
  if (runner.isTransactionActive) throw new TypeError('the migration must set `transaction = false`');
}

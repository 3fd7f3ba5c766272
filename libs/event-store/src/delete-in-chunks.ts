import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { errorClassOf } from './error-class.js';

/** Maximum number of rows that one statement deletes. */
const largestChunk = 2_000;
/** Pause between two chunks, in milliseconds, so that other work gets the connection and the disk. */
const pauseMs = 5;

export interface RowsToDelete {
  readonly table: string;
  /** SQL condition on the row `t`. An index must find the rows, so that a chunk does not scan the table. */
  readonly where: string;
  readonly values: readonly unknown[];
  /** Called after each chunk with the number of rows that it deleted. */
  readonly onChunk?: (count: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Deletes rows in chunks of at most 2,000, each in its own transaction, and returns their number. Rows that somebody
 * else has locked are skipped. A chunk that exceeds the statement timeout is halved, so that a large table can always
 * be pruned; what was deleted before an error stays deleted.
 */
export async function deleteInChunks(database: DataSource, rows: RowsToDelete): Promise<number> {
  let deleted = 0;
  let size = largestChunk;
  while (rows.signal?.aborted !== true) {
    let count: number;
    try {
      count = await deleteChunk(database, rows, size);
    } catch (error) {
      if (size === 1 || !isTimeout(error)) throw error;
      size = Math.ceil(size / 2);
      continue;
    }
    deleted += count;
    if (count > 0) rows.onChunk?.(count);
    if (count < size) return deleted;
    await sleep(pauseMs);
  }
  return deleted;
}

async function deleteChunk(
  database: DataSource,
  { table, where, values }: RowsToDelete,
  size: number,
): Promise<number> {
  const [, count] = await database.query<[unknown, number]>(
    `delete from ${table} where ctid = any(array(
      select t.ctid from ${table} t where ${where} limit ${size} for update of t skip locked))`,
    [...values],
  );
  return count;
}

function isTimeout(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === '57014' || (errorClassOf(error) as string) === 'timeout';
}

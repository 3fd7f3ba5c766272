import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { errorClassOf } from '../error-class.js';

/** Maximum number of rows that one statement deletes. */
const largestChunk = 2_000;
/** Lets PostgreSQL read the rows only in the order of the index. */
const indexOnly = `select set_config(name, 'off', true)
  from unnest(array['enable_seqscan', 'enable_bitmapscan', 'enable_sort']) as name`;
/** Pause between two chunks, in milliseconds, so that other work gets the connection and the disk. */
const pauseMs = 5;

export interface RowsToDelete {
  readonly table: string;
  /** SQL condition on the row `t`. */
  readonly where: string;
  /**
   * An indexed column, in whose order rows are deleted: the age. Each chunk then starts where the previous one ended.
   * Without it every chunk reads past all rows that earlier chunks have deleted, so use it for everything that may
   * delete more than a few thousand rows.
   */
  readonly orderBy?: string;
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
  let from: string | null = null;
  while (rows.signal?.aborted !== true) {
    let chunk: Chunk;
    try {
      chunk = await deleteChunk(database, rows, { size, from });
    } catch (error) {
      if (size === 1 || !isTimeout(error)) throw error;
      size = Math.ceil(size / 2);
      continue;
    }
    deleted += chunk.count;
    from = chunk.last ?? from;
    if (chunk.count > 0) rows.onChunk?.(chunk.count);
    if (chunk.count < size) return deleted;
    await sleep(pauseMs);
  }
  return deleted;
}

interface Chunk {
  readonly count: number;
  /** Largest value of the column `orderBy` in the chunk, as text. */
  readonly last: string | null;
}

async function deleteChunk(
  database: DataSource,
  { table, where, values, orderBy }: RowsToDelete,
  { size, from }: { readonly size: number; readonly from: string | null },
): Promise<Chunk> {
  const start = orderBy === undefined || from === null ? '' : `and t.${orderBy} >= $${values.length + 1}`;
  const order = orderBy === undefined ? '' : `order by t.${orderBy}`;
  const text = `with gone as (delete from ${table} where ctid = any(array(
        select t.ctid from ${table} t where ${where} ${start} ${order} limit ${size} for update of t skip locked))
      returning ${orderBy ?? 'null::integer'} as at)
    select count(*)::int as count, (max(at))::text as last from gone`;
  return await database.transaction(async (transaction) => {
    // Without statistics of the rows that are already deleted, PostgreSQL would sort all that are left.
    if (orderBy !== undefined) await transaction.query(indexOnly);
    const [chunk] = await transaction.query<Chunk[]>(text, start === '' ? [...values] : [...values, from]);
    return chunk ?? { count: 0, last: null };
  });
}

function isTimeout(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === '57014' || (errorClassOf(error) as string) === 'timeout';
}

import type { RowsOfPage } from '@kushk/contracts';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/**
 * Maximum size of the rows that one page reads, in bytes. A reply with such a page fits into one NATS message (8 MiB),
 * even when its single row is as large as a request body and when JSON escapes half of its characters.
 */
export const maxPageBytes = 2 * 1024 * 1024;

interface PageLimits {
  /** Maximum number of rows. */
  readonly limit: number;
  /**
   * SQL expression for the size of a row's long columns, for example `octet_length(r.item::text)`. Rows that can have
   * megabytes store their size in a generated column, because the expression is evaluated for all rows of the page.
   */
  readonly bytes: string;
}

/**
 * Reads one page: at most `limit` rows and `maxPageBytes`, but at least one row. PostgreSQL first returns the keys and
 * sizes of the rows, and then only the rows that fit. `query` is complete but for the limit.
 */
export async function readPage<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  { limit, bytes }: PageLimits,
): Promise<RowsOfPage<Row>> {
  const [key, ...others] = query.expressionMap.mainAlias?.metadata.primaryColumns ?? [];
  if (key === undefined || others.length > 0) throw new TypeError('a page needs rows with one primary column');
  const column = `${query.alias}.${key.propertyName}`;
  const sizes = await query
    .clone()
    .select(column, 'key')
    .addSelect(bytes, 'bytes')
    .limit(limit + 1)
    .getRawMany<{ key: string; bytes: string }>();
  const fitting = sizes.slice(0, countWithin(sizes, limit));
  if (fitting.length === 0) return { rows: [], hasMore: false };
  const rows = await query
    .andWhere(`${column} = any(:pageKeys)`, { pageKeys: fitting.map((row) => row.key) })
    .getMany();
  return { rows, hasMore: sizes.length > fitting.length };
}

function countWithin(sizes: readonly { readonly bytes: string }[], limit: number): number {
  let count = 0;
  for (let sum = 0; count < Math.min(sizes.length, limit); count += 1) {
    sum += Number(sizes[count]?.bytes);
    if (sum > maxPageBytes && count > 0) break;
  }
  return count;
}

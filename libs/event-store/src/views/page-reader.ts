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
  /** Maximum size of the rows, when it is less than `maxPageBytes`. */
  readonly maxBytes?: number | undefined;
}
/** The key of a row and the size of its long columns. */
export interface RowSize {
  readonly key: string;
  readonly bytes: string | number;
}

/**
 * Reads one page: at most `limit` rows and `maxPageBytes`, but at least one row. PostgreSQL first returns the keys and
 * sizes of the rows, and then only the rows that fit. `query` is complete but for the limit.
 */
export async function readPage<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  limits: PageLimits,
): Promise<RowsOfPage<Row>> {
  return await readRowsOfPage(query, await readSizes(query, limits), limits);
}

/** Reads the keys and sizes of the rows of one page, and of one more row, which shows that there is a next page. */
export async function readSizes<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  { limit, bytes }: Pick<PageLimits, 'limit' | 'bytes'>,
): Promise<RowSize[]> {
  return await query
    .clone()
    .select(`${query.alias}.${keyPropertyOf(query)}`, 'key')
    .addSelect(bytes, 'bytes')
    .limit(limit + 1)
    .getRawMany<RowSize>();
}

/** Reads those of the rows that fit into one page. `sizes` has one row more than the page when there is a next page. */
export async function readRowsOfPage<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  sizes: readonly RowSize[],
  limits: Pick<PageLimits, 'limit' | 'maxBytes'>,
): Promise<RowsOfPage<Row>> {
  const fitting = sizes.slice(0, countWithin(sizes, limits));
  if (fitting.length === 0) return { rows: [], hasMore: false };
  const keyProperty = keyPropertyOf(query);
  const position = new Map(fitting.map(({ key }, index) => [key, index]));
  // With an order, PostgreSQL may read a whole index in this order instead of looking up the keys.
  const rows = await query
    .orderBy()
    .andWhere(`${query.alias}.${keyProperty} = any(:pageKeys)`, { pageKeys: [...position.keys()] })
    .getMany();
  const positionOf = (row: Row): number => position.get(row[keyProperty] as string) ?? fitting.length;
  rows.sort((a, b) => positionOf(a) - positionOf(b));
  return { rows, hasMore: sizes.length > fitting.length };
}

/** How many of the rows fit into one page: at least one, if there is one. */
export function countWithin(
  sizes: readonly Pick<RowSize, 'bytes'>[],
  { limit, maxBytes = maxPageBytes }: Pick<PageLimits, 'limit' | 'maxBytes'>,
): number {
  let count = 0;
  for (let sum = 0; count < Math.min(sizes.length, limit); count += 1) {
    sum += Number(sizes[count]?.bytes);
    if (sum > Math.min(maxBytes, maxPageBytes) && count > 0) break;
  }
  return count;
}

function keyPropertyOf<Row extends ObjectLiteral>(query: SelectQueryBuilder<Row>): string {
  const [key, ...others] = query.expressionMap.mainAlias?.metadata.primaryColumns ?? [];
  if (key === undefined || others.length > 0) throw new TypeError('a page needs rows with one primary column');
  return key.propertyName;
}

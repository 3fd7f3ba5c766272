/** Lists that a service answers whole, because they are short, are cut into pages here, so that every list is read alike (contract §3). */
import { pageOfRows, startOf, type Page, type PageRequest } from '@kushk/contracts';
import { Refused } from '@kushk/edge';

type Order = 'rising' | 'falling';

/**
 * One page of `items` by the key of each: after the key in the cursor, whether the item that had it is still there or
 * not. Throws `cursor.invalid`.
 */
export function pageOfAll<Item>(
  items: readonly Item[],
  { limit, cursor }: PageRequest,
  keyOf: (item: Item) => string,
  order: Order = 'rising',
): Page<Item> {
  const start = startOf(cursor);
  if (start === undefined) throw Refused.with('cursor.invalid');
  const before = (a: string, b: string): boolean => (order === 'rising' ? a < b : a > b);
  const sorted = [...items].sort((a, b) => (before(keyOf(a), keyOf(b)) ? -1 : 1));
  const rest = start === null ? sorted : sorted.filter((item) => before(start, keyOf(item)));
  const { shown, next_cursor } = pageOfRows(rest, limit, keyOf);
  return { items: shown, next_cursor };
}

import { keyAfterCursor, pageOfRows, type Page, type PageRequest } from '@kushk/contracts';
import { Refused } from '@kushk/edge';

type Order = 'ascending' | 'descending';

/**
 * Returns one page of a list that a service returns as a whole because it is short. Clients can then page through it
 * as through any other list. The page starts after the key in the cursor, even if the item with that key no longer
 * exists. Throws `cursor.invalid`.
 */
export function pageOfList<Item>(
  items: readonly Item[],
  { limit, cursor }: PageRequest,
  { keyOf, order = 'ascending' }: { readonly keyOf: (item: Item) => string; readonly order?: Order },
): Page<Item> {
  const start = keyAfterCursor(cursor);
  if (start === undefined) throw Refused.with('cursor.invalid');
  const isBefore = (a: string, b: string): boolean => (order === 'ascending' ? a < b : a > b);
  const sorted = [...items].sort((a, b) => (isBefore(keyOf(a), keyOf(b)) ? -1 : 1));
  const rest = start === null ? sorted : sorted.filter((item) => isBefore(start, keyOf(item)));
  const { pageRows, next_cursor } = pageOfRows(rest, limit, keyOf);
  return { items: pageRows, next_cursor };
}

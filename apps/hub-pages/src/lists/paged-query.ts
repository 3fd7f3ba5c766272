import { infiniteQueryOptions } from '@tanstack/react-query';

interface Page<Item> {
  readonly items: Item[];
  readonly next_cursor: string | null;
}
/** The part of the query string that pages a list. */
export interface PageParameters {
  readonly limit: number;
  readonly cursor?: string;
}
const PAGE_ITEMS = 50;

/** A list of the operator API, page by page. `key` begins with the name of the list whose changes end it. */
export function pagedQuery<Item>(
  key: readonly [list: string, ...unknown[]],
  read: (page: PageParameters) => Promise<Page<Item>>,
) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam }) => read({ limit: PAGE_ITEMS, ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    // Keeps the rows while another filter loads, so that nothing jumps.
    placeholderData: (previous) => previous,
  });
}

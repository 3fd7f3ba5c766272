import {
  infiniteQueryOptions,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';

export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}
/** The part of the query string that pages a list. */
export interface PageParameters {
  readonly limit: number;
  readonly cursor?: string;
}
/** What a component gets of a list that is read page by page. */
export type ListResult<Item> = UseInfiniteQueryResult<InfiniteData<Pick<ListPage<Item>, 'items'>>>;

const PAGE_ITEMS = 50;

/** A list of an API, page by page. The filters are an object, the last part of the key. */
export function pagedQuery<Page extends ListPage<unknown>>(
  queryKey: QueryKey,
  read: (page: PageParameters, signal: AbortSignal) => Promise<Page>,
  limit = PAGE_ITEMS,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read({ limit, ...(pageParam !== null && { cursor: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    // Keeps the rows while another filter loads, so that nothing jumps.
    placeholderData: (previous, query) => (query && isSameList(query.queryKey, queryKey) ? previous : undefined),
  });
}

/** Whether two keys differ at most in their filters: the rows of another record must not be shown for a moment. */
function isSameList(left: QueryKey, right: QueryKey): boolean {
  const nameOf = (key: QueryKey): string => JSON.stringify(key.filter((part) => typeof part !== 'object'));
  return nameOf(left) === nameOf(right);
}

/** The loaded items of a list; undefined before the first page. */
export const itemsOf = <Item>({ data }: ListResult<Item>): readonly Item[] | undefined =>
  data?.pages.flatMap(({ items }) => items);

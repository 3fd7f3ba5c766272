/** Reads all pages of a list. */
import type { Page } from './wire.js';

/** Reads one page. `cursor` is absent for the first page. */
type ReadPage<Item> = (page: { readonly cursor?: string }) => Promise<Page<Item>>;

/**
 * Yields the items of all pages:
 * `for await (const found of allPages((page) => client.read.cases({ query, ...page }))) …`.
 */
export async function* allPages<Item>(read: ReadPage<Item>): AsyncGenerator<Item> {
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await read(cursor === null ? {} : { cursor });
    yield* page.items;
    cursor = page.next_cursor;
  } while (cursor !== null);
}

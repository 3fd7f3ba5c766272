import { send } from './api.js';
import { operatorConnection, type Connection, type ConnectionFlags } from './connection.js';
import type { Terminal } from './terminal.js';

/** The largest page that the API returns. */
const PAGE_ITEMS = 200;

/** A list as `--json` prints it. */
export interface WholeList<Item> {
  readonly items: readonly Item[];
}
/** The first items of a list. `has_more`: there are further ones. */
export interface StartOfList<Item> extends WholeList<Item> {
  readonly has_more: boolean;
}
interface ListSource {
  readonly connection: Connection;
  /** With or without a query. */
  readonly path: string;
  /** Ends the list after this many items. */
  readonly limit?: number;
}

/** Reads a list of the operator API to its end, page by page. */
export async function listAll<Item>(
  terminal: Terminal,
  path: string,
  options: ConnectionFlags,
): Promise<WholeList<Item>> {
  const { items } = await listFrom<Item>(terminal, { connection: operatorConnection(options), path });
  return { items };
}

/** Reads a list to its end or to its limit, page by page. */
export async function listFrom<Item>(terminal: Terminal, source: ListSource): Promise<StartOfList<Item>> {
  return terminal.withProgress(terminal.translate`Reading`, readPages<Item>(terminal, source));
}

async function readPages<Item>(
  terminal: Terminal,
  { connection, path, limit = Infinity }: ListSource,
): Promise<StartOfList<Item>> {
  const items: Item[] = [];
  for (let cursor: string | null = null; ;) {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const size = Math.min(PAGE_ITEMS, limit - items.length);
    const page: WholeList<Item> & { readonly next_cursor?: string | null } = await send(connection, {
      method: 'GET',
      path: `${path}${path.includes('?') ? '&' : '?'}limit=${size}${after}`,
      language: terminal.language,
      expectedFields: ['items'],
    });
    items.push(...page.items);
    cursor = page.next_cursor ?? null;
    if (cursor === null || items.length >= limit) return { items, has_more: cursor !== null };
  }
}

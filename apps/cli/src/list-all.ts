import { send } from './api.js';
import { operatorConnection, type ConnectionFlags } from './connection.js';
import type { Terminal } from './terminal.js';

/** The largest page that the API returns. */
const PAGE_ITEMS = 200;

/** A list as `--json` prints it. */
export interface WholeList<Item> {
  readonly items: readonly Item[];
}

/** Reads a list of the operator API to its end, page by page. */
export async function listAll<Item>(
  terminal: Terminal,
  path: string,
  options: ConnectionFlags,
): Promise<WholeList<Item>> {
  return terminal.withProgress(terminal.translate`Reading`, readPages(terminal, path, options));
}

async function readPages<Item>(terminal: Terminal, path: string, options: ConnectionFlags): Promise<WholeList<Item>> {
  const items: Item[] = [];
  for (let cursor: string | null = null; ;) {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: WholeList<Item> & { readonly next_cursor?: string | null } = await send(operatorConnection(options), {
      method: 'GET',
      path: `${path}?limit=${PAGE_ITEMS}${after}`,
      language: terminal.language,
      expectedFields: ['items'],
    });
    items.push(...page.items);
    cursor = page.next_cursor ?? null;
    if (cursor === null) return { items };
  }
}

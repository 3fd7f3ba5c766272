import { catalogue, type ListedPlugin } from '@kushk/contracts';
import type { Ask } from '../http/route.js';

const PAGE_PLUGINS = 5_000;

/** All plugins of a publisher, by id. */
export async function pluginsOf(publisherId: string, ask: Ask): Promise<ListedPlugin[]> {
  const plugins: ListedPlugin[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { reply } = await ask(catalogue.listPlugins, {
      publisher_id: publisherId,
      limit: PAGE_PLUGINS,
      cursor: cursor ?? null,
    });
    plugins.push(...reply.items);
    cursor = reply.next_cursor;
  }
  return plugins;
}

import { catalogue, type ListedPlugin } from '@kushk/contracts';
import type { SendRequest } from '../http/route.js';

const PLUGINS_PER_PAGE = 5_000;

/** Returns all plugins of a publisher, ordered by id. */
export async function listAllPlugins(publisherId: string, send: SendRequest): Promise<ListedPlugin[]> {
  const plugins: ListedPlugin[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { reply } = await send(catalogue.listPlugins, {
      publisher_id: publisherId,
      limit: PLUGINS_PER_PAGE,
      cursor: cursor ?? null,
    });
    plugins.push(...reply.items);
    cursor = reply.next_cursor;
  }
  return plugins;
}

import { pageHandler, respond } from '@kushk/broker';
import { catalogueAccess, pageOfRows } from '@kushk/contracts';
import { Accesses } from '../accesses.view.js';

export const ListAccessesHandler = pageHandler(
  catalogueAccess.listAccesses,
  { accesses: Accesses },
  async ({ publisher_id, plugin_id, limit }, { accesses }, start) => {
    const rows = await accesses.ofPlugin({ publisher_id, plugin_id }, start, limit + 1);
    const { pageRows, next_cursor } = pageOfRows(rows, limit, ({ id }) => id);
    return respond({ items: pageRows, next_cursor });
  },
);

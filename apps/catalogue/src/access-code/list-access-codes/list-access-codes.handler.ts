import { pageHandler, respond } from '@kushk/broker';
import { catalogueAccess, pageOfRows } from '@kushk/contracts';
import { AccessCodes } from '../access-codes.view.js';

export const ListAccessCodesHandler = pageHandler(
  catalogueAccess.listAccessCodes,
  { codes: AccessCodes },
  async ({ publisher_id, plugin_id, limit }, { codes }, start) => {
    const rows = await codes.ofPlugin({ publisher_id, plugin_id }, start, limit + 1);
    const { pageRows, next_cursor } = pageOfRows(rows, limit, ({ id }) => id);
    return respond({ items: pageRows, next_cursor });
  },
);

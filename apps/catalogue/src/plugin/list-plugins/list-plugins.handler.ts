import { pageHandler, respond } from '@kushk/broker';
import { catalogue, pageOfRows } from '@kushk/contracts';
import { Plugins } from '../plugins.view.js';

export const ListPluginsHandler = pageHandler(
  catalogue.listPlugins,
  { plugins: Plugins },
  async ({ publisher_id, limit }, { plugins }, after) => {
    const { pageRows, next_cursor } = pageOfRows(
      await plugins.ofPublisher(publisher_id, { after, limit: limit + 1 }),
      limit,
      ({ id }) => id,
    );
    return respond({ items: pageRows, next_cursor });
  },
);

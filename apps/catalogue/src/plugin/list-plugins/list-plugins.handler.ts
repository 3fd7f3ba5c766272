import { queryHandler, respond } from '@kushk/broker';
import { catalogue, pageOfRows, keyAfterCursor } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { Plugins } from '../plugins.view.js';

export const ListPluginsHandler = queryHandler(
  catalogue.listPlugins,
  { plugins: Plugins },
  async ({ publisher_id, limit, cursor }, { plugins }) => {
    const after = keyAfterCursor(cursor);
    if (after === undefined) return refuse('cursor.invalid');
    const { pageRows, next_cursor } = pageOfRows(
      await plugins.ofPublisher(publisher_id, { after, limit: limit + 1 }),
      limit,
      ({ id }) => id,
    );
    return respond({ items: pageRows, next_cursor });
  },
);

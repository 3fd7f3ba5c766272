import { pageHandler, respond } from '@kushk/broker';
import { catalogue, isStorableText, pageOfRows } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { searchQuery } from '@kushk/text-search';
import { Plugins } from '../plugins.view.js';

export const ListPluginSummariesHandler = pageHandler(
  catalogue.listPluginSummaries,
  { plugins: Plugins },
  async ({ publisher_id: publisherId, plugin_id: pluginId, q, limit }, { plugins }, after) => {
    if (after !== null && !isStorableText(after)) return refuse('cursor.invalid');
    const search = q === null || q.trim() === '' ? null : { query: searchQuery(q, '') };
    const filter = { publisherId, pluginId, search: search?.query ?? null };
    // A search without a letter or digit matches nothing.
    const rows = search?.query === null ? [] : await plugins.summariesOf(filter, { after, limit: limit + 1 });
    const { pageRows, next_cursor } = pageOfRows(rows, limit, ({ id }) => id);
    return respond({ items: pageRows, next_cursor });
  },
);

import { pageHandler, respond } from '@kushk/broker';
import { catalogue, isStorableText, pageOfRows } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { searchQuery } from '@kushk/text-search';
import { Plugins } from '../plugins.view.js';

/** The cursor of a list by submission. An id has a dot, and is none. */
const POSITION = /^\d{1,18}$/;

export const ListPluginSummariesHandler = pageHandler(
  catalogue.listPluginSummaries,
  { plugins: Plugins },
  async ({ publisher_id: publisherId, plugin_id: pluginId, q, limit, ...request }, { plugins }, after) => {
    const { status = null, sort } = request;
    const isPosition = sort === 'newest';
    if (after !== null && (isPosition !== POSITION.test(after) || !isStorableText(after)))
      return refuse('cursor.invalid');
    const search = q === null || q.trim() === '' ? null : { query: searchQuery(q, '') };
    const filter = { publisherId, pluginId, search: search?.query ?? null, status, sort: sort ?? 'id' };
    // A search without a letter or digit matches nothing.
    const rows = search?.query === null ? [] : await plugins.summariesOf(filter, { after, limit: limit + 1 });
    const keyOf = ({ position, summary }: (typeof rows)[number]): string => (isPosition ? position : summary.id);
    const { pageRows, next_cursor } = pageOfRows(rows, limit, keyOf);
    return respond({ items: pageRows.map(({ summary }) => summary), next_cursor });
  },
);

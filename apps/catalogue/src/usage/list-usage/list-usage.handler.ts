import { pageHandler, respond } from '@kushk/broker';
import { catalogueUsage, encodeCursor, USAGE_PAGE_BYTES } from '@kushk/contracts';
import { InstallationUsages, type UsagePlace } from '../installation-usage.view.js';

/** None of the three parts of a place contains a space. */
const SEPARATOR = ' ';

const START: UsagePlace = ['', '', ''];

export const ListUsageHandler = pageHandler(
  catalogueUsage.listUsage,
  { usages: InstallationUsages },
  async ({ publisher_id: publisherId, month, limit, plugin_id: onlyPlugin }, { usages }, key) => {
    const [pluginId = '', alias = '', instanceId = ''] = key === null ? START : key.split(SEPARATOR);
    const { rows, hasMore } = await usages.list(
      { publisherId, month, pluginId: onlyPlugin ?? null },
      [pluginId, alias, instanceId],
      { maxBytes: USAGE_PAGE_BYTES, limit },
    );
    const last = rows.at(-1);
    const next = hasMore && last !== undefined ? [last.plugin_id, last.alias, last.instance_id].join(SEPARATOR) : null;
    return respond({
      items: rows.map(({ item }) => item),
      next_cursor: next === null ? null : encodeCursor(next),
    });
  },
);

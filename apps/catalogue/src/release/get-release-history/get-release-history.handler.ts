import { pageHandler, respond } from '@kushk/broker';
import { catalogue, pageOfRows } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { releaseNotFound } from '../status-change.js';
import { ReleaseEvents } from './release-events.view.js';

/** A cursor is the number of the last event on its page. */
const CURSOR = /^[1-9]\d{0,8}$/;

export const GetReleaseHistoryHandler = pageHandler(
  catalogue.releaseHistory,
  { events: ReleaseEvents },
  async ({ plugin_id: pluginId, version, limit }, { events }, start) => {
    if (start !== null && !CURSOR.test(start)) return refuse('cursor.invalid');
    // Reading one event more than the page size shows whether there is a next page.
    const found = await events.of(pluginId, version, { after: Number(start ?? 0), limit: limit + 1 });
    // Every release has at least one event, its submission.
    if (found.length === 0 && (await events.of(pluginId, version, { after: 0, limit: 1 })).length === 0)
      return releaseNotFound(pluginId, version);
    const { pageRows, next_cursor } = pageOfRows(found, limit, ({ number }) => String(number));
    return respond({ items: pageRows, next_cursor });
  },
);

import { queryHandler, respond } from '@kushk/broker';
import { catalogue, pageOfRows, keyAfterCursor } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { Releases } from '../releases.view.js';

/** A cursor contains the plugin id and the position of the last release on its page. */
const CURSOR = /^(?<plugin>[a-z0-9.-]{1,128}) (?<position>\d{1,19})$/;

export const ListReleasesHandler = queryHandler(
  catalogue.listReleases,
  { releases: Releases },
  async ({ publisher_id, plugin_ids, limit, cursor }, { releases }) => {
    const start = keyAfterCursor(cursor);
    const after = start === null || start === undefined ? null : (CURSOR.exec(start)?.groups ?? null);
    if (start === undefined || (start !== null && after === null)) return refuse('cursor.invalid');
    const found = await releases.ofPlugins(publisher_id, plugin_ids, {
      after: after && { pluginId: after['plugin']!, position: after['position']! },
      limit: limit + 1,
    });
    const { pageRows, next_cursor } = pageOfRows(
      found,
      limit,
      ({ position, summary }) => `${summary.plugin_id} ${position}`,
    );
    return respond({ items: pageRows.map(({ summary }) => summary), next_cursor });
  },
);

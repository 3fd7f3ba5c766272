import { pageHandler, respond } from '@kushk/broker';
import { catalogue, pageOfRows } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { Releases } from '../releases.view.js';

/** A cursor contains the plugin id and the position of the last release on its page. */
const CURSOR = /^(?<plugin>[a-z0-9.-]{1,128}) (?<position>\d{1,19})$/;

export const ListReleasesHandler = pageHandler(
  catalogue.listReleases,
  { releases: Releases },
  async ({ publisher_id, plugin_ids, limit }, { releases }, start) => {
    const after = start === null ? null : (CURSOR.exec(start)?.groups ?? null);
    if (start !== null && after === null) return refuse('cursor.invalid');
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

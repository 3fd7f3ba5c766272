import { pageHandler, respond } from '@kushk/broker';
import { installation, pageOfRows, type PluginPages } from '@kushk/contracts';
import { CONFIG } from '@kushk/runtime';
import { Manifests } from '../../listing/listing.view.js';
import { ALL_INSTALLATIONS, Installations } from '../installation.view.js';
import { originOfPages, pagesOf, refusalOfStatus } from '../page-of-plugin.js';

/** Manifests of one reply are read one after the other, so that few of these large documents are in memory. */
export const ListPagesHandler = pageHandler(
  installation.listPages,
  { installations: Installations, manifests: Manifests, config: CONFIG },
  async ({ organisation_id, limit }, { installations, manifests, config }, start) => {
    const rows = await installations.listOfOrganisation(organisation_id, ALL_INSTALLATIONS, {
      start,
      limit: limit + 1,
    });
    const { pageRows, next_cursor } = pageOfRows(rows, limit, (row) => row.stream_id);
    const items: PluginPages[] = [];
    for (const row of pageRows) {
      const { stream_id, plugin_id, version, grants, status } = row;
      // Without an origin, the plugin has no page that the shell can embed.
      if (originOfPages(row, config) === null || refusalOfStatus(status) !== null) continue;
      const manifest = await manifests.find(plugin_id, grants);
      const pages = manifest === null ? null : pagesOf(manifest);
      if (pages !== null) items.push({ installation_id: stream_id, plugin_id, version, ...pages });
    }
    return respond({ items, next_cursor });
  },
);

import { pageHandler, respond } from '@kushk/broker';
import { installation, pageOfRows } from '@kushk/contracts';
import { StoreCatalogue } from '../store-catalogue.js';

export const ListListingsHandler = pageHandler(
  installation.listListings,
  { catalogue: StoreCatalogue },
  async ({ organisation_id, query = null, installed = null, tier = null, limit }, { catalogue }, start) => {
    const rows = await catalogue.after(start, limit + 1, { organisationId: organisation_id, query, installed, tier });
    const summaries = await catalogue.summaries(rows, organisation_id);
    const { pageRows, next_cursor } = pageOfRows(summaries, limit, ({ plugin_id }) => plugin_id);
    return respond({ items: pageRows, next_cursor });
  },
);

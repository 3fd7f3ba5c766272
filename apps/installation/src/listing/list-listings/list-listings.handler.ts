import { queryHandler, respond } from '@kushk/broker';
import { installation, keyAfterCursor, pageOfRows } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { StoreCatalogue } from '../store-catalogue.js';

export const ListListingsHandler = queryHandler(
  installation.listListings,
  { catalogue: StoreCatalogue },
  async ({ organisation_id, query = null, installed = null, limit, cursor }, { catalogue }) => {
    const start = keyAfterCursor(cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const rows = await catalogue.after(start, limit + 1, { organisationId: organisation_id, query, installed });
    const summaries = await catalogue.summaries(rows, organisation_id);
    const { pageRows, next_cursor } = pageOfRows(summaries, limit, ({ plugin_id }) => plugin_id);
    return respond({ items: pageRows, next_cursor });
  },
);

import { pageHandler, respond } from '@kushk/broker';
import { installation, pageOfRows } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { StoreCatalogue } from '../store-catalogue.js';
import { placeOf, positionOf } from '../store-order.js';

export const ListListingsHandler = pageHandler(
  installation.listListings,
  { catalogue: StoreCatalogue },
  async ({ organisation_id: organisationId, limit, ...request }, { catalogue }, position) => {
    const { query = null, installed = null, tier = null, sort = null, language = 'en' } = request;
    const order = sort === null ? null : { sort, language };
    const start = position === null ? null : placeOf(order, position);
    if (start === undefined) return refuse('cursor.invalid');
    const found = await catalogue.after(start, limit + 1, { organisationId, query, installed, tier, order });
    const summaries = await catalogue.summaries(
      found.map(({ listing }) => listing),
      organisationId,
    );
    const rows = found.map(({ place }, index) => ({ place, summary: summaries[index]! }));
    const { pageRows, next_cursor } = pageOfRows(rows, limit, ({ place }) => positionOf(order, place));
    return respond({ items: pageRows.map(({ summary }) => summary), next_cursor });
  },
);

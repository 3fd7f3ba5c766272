import { queryHandler, respond } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { StoreCatalogue } from '../store-catalogue.js';

export const GetListingHandler = queryHandler(
  installation.getListing,
  { catalogue: StoreCatalogue },
  async (request, { catalogue }) => {
    const listing = await catalogue.find(request.plugin_id, request.version ?? null);
    if (listing === null) return refuse('store.plugin_not_found');
    return respond(await catalogue.resource(listing, request.organisation_id));
  },
);

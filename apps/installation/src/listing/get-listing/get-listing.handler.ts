import { queryHandler, respond } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { StoreCatalogue } from '../store-catalogue.js';

export const GetListingHandler = queryHandler(
  installation.getListing,
  { catalogue: StoreCatalogue },
  async ({ organisation_id, plugin_id, version }, { catalogue }) => {
    const listing = await catalogue.find(organisation_id, plugin_id, version ?? null);
    if (listing === null) return refuse('store.plugin_not_found');
    return respond(await catalogue.resource(listing, organisation_id));
  },
);

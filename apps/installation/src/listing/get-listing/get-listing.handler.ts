import { respond } from '@kushk/broker';
import { installation, type ListingResource, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { StoreCatalogue } from '../store-catalogue.js';

@Controller()
export class GetListingHandler {
  constructor(private readonly catalogue: StoreCatalogue) {}

  @MessagePattern(installation.getListing.subject)
  async handle(request: RequestOf<typeof installation.getListing>): Promise<Outcome<ListingResource>> {
    const listing = await this.catalogue.find(request.plugin_id, request.version ?? null);
    if (listing === null) return refuse('store.plugin_not_found');
    return respond(await this.catalogue.resource(listing, request.organisation_id));
  }
}

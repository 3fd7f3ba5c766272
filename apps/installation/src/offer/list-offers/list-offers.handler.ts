import { answer, no } from '@kushk/broker';
import { installation, type OfferResource, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Store } from '../store.handler.js';

@Controller()
export class ListOffersHandler {
  constructor(private readonly store: Store) {}

  @MessagePattern(installation.listOffers.subject)
  async list({ organisation_id }: RequestOf<typeof installation.listOffers>): Promise<Outcome<{ items: readonly OfferResource[] }>> {
    return answer({ items: await this.store.toWire(await this.store.all(), organisation_id) });
  }

  @MessagePattern(installation.getOffer.subject)
  async get({ organisation_id, plugin_id }: RequestOf<typeof installation.getOffer>): Promise<Outcome<OfferResource>> {
    const offer = await this.store.find(plugin_id, null);
    const [resource] = offer === null ? [] : await this.store.toWire([offer], organisation_id);
    return resource === undefined ? no('store.plugin_not_found') : answer(resource);
  }
}

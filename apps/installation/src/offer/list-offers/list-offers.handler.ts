import { answer, no } from '@kushk/broker';
import {
  installation,
  pageOfRows,
  startOf,
  type OfferResource,
  type OfferSummary,
  type Page,
  type RequestOf,
} from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Store } from '../store.handler.js';

@Controller()
export class ListOffersHandler {
  constructor(private readonly store: Store) {}

  @MessagePattern(installation.listOffers.subject)
  async list({
    organisation_id,
    limit,
    cursor,
  }: RequestOf<typeof installation.listOffers>): Promise<Outcome<Page<OfferSummary>>> {
    const start = startOf(cursor);
    if (start === undefined) return no('cursor.invalid');
    const summaries = await this.store.summaries(await this.store.after(start, limit + 1), organisation_id);
    const { shown, next_cursor } = pageOfRows(summaries, limit, ({ plugin_id }) => plugin_id);
    return answer({ items: shown, next_cursor });
  }

  @MessagePattern(installation.getOffer.subject)
  async get({ organisation_id, plugin_id }: RequestOf<typeof installation.getOffer>): Promise<Outcome<OfferResource>> {
    const offer = await this.store.find(plugin_id, null);
    return offer === null ? no('store.plugin_not_found') : answer(await this.store.whole(offer, organisation_id));
  }
}

import { idempotencyOf, metaOf, respond, type RequestContext } from '@kushk/broker';
import { installation, type ListingResource, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { StoreCatalogue } from '../store-catalogue.js';
import { DevelopmentPublisher } from './development-publisher.js';

@Controller()
export class PublishForDevelopmentHandler {
  constructor(
    private readonly publisher: DevelopmentPublisher,
    private readonly catalogue: StoreCatalogue,
    private readonly events: EventStore,
  ) {}

  /** Publishing runs several commands, so the reply is stored by the handler and not by one of the commands. */
  @MessagePattern(installation.publishForDevelopment.subject)
  async handle(
    request: RequestOf<typeof installation.publishForDevelopment>,
    context: RequestContext,
  ): Promise<Outcome<ListingResource>> {
    const idempotency = idempotencyOf(request.idempotency);
    const stored = await this.events.findReply<ListingResource>(idempotency);
    if (stored !== null) return stored;
    const published = await this.publisher.publish(request.manifest, metaOf(context));
    if (!published.accepted) return published;
    const { pluginId, version } = published.reply;
    const listing = await this.catalogue.find(pluginId, version);
    if (listing === null) return refuse('store.plugin_not_found');
    const organisationId = context.actor.kind === 'person' ? context.actor.organisation_id : '';
    const outcome = respond(await this.catalogue.resource(listing, organisationId));
    if (outcome.accepted) await this.events.storeReply(idempotency, outcome.reply);
    return outcome;
  }
}

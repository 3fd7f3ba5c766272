import { commandHandler, respond } from '@kushk/broker';
import { installation, type ListingResource } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { StoreCatalogue } from '../store-catalogue.js';
import { DevelopmentPublisher } from './development-publisher.js';

/** Publishing runs several commands, so the reply is stored by the handler and not by one of the commands. */
export const PublishForDevelopmentHandler = commandHandler(
  installation.publishForDevelopment,
  { publisher: DevelopmentPublisher, catalogue: StoreCatalogue, events: EventStore },
  async (request, { publisher, catalogue, events }, { idempotency, meta, actor }) => {
    const stored = await events.findReply<ListingResource>(idempotency);
    if (stored !== null) return stored;
    const published = await publisher.publish(request.manifest, meta);
    if (!published.accepted) return published;
    const { pluginId, version } = published.reply;
    const organisationId = actor.kind === 'person' ? actor.organisation_id : '';
    const listing = await catalogue.find(organisationId, pluginId, version);
    if (listing === null) return refuse('store.plugin_not_found');
    const outcome = respond(await catalogue.resource(listing, organisationId));
    if (outcome.accepted) await events.storeReply(idempotency, outcome.reply);
    return outcome;
  },
);

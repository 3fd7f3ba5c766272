import type { FactContext } from '@kushk/broker';
import { catalogueFacts, type DataOf } from '@kushk/contracts';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { catalogueReaction, Desk } from '../desk.handler.js';
import { closeReview } from './close-review.js';

@Controller()
export class OnReleaseWithdrawnUnpublishedHandler {
  constructor(private readonly desk: Desk) {}

  @EventPattern<string>(catalogueFacts.releaseWithdrawnUnpublished.subject, { reaction: catalogueReaction })
  async react(data: DataOf<typeof catalogueFacts.releaseWithdrawnUnpublished>, context: FactContext): Promise<void> {
    const { plugin_id: pluginId, version } = data;
    const at = context.at.toISOString();
    await this.desk.takeIn(
      { name: 'CloseReview', pluginId, version, decide: (review) => closeReview({ at }, review) },
      context,
    );
  }
}

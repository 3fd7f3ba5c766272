import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { workspaceSourceFacts, type DataOf } from '@kushk/contracts';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { appendEventCommand } from '../append-event/append-event.js';
import { sourceData } from './source-data.js';

const reaction = 'on-source-reviewed';

@Controller()
export class OnSourceReviewedHandler {
  constructor(
    private readonly store: EventStore,
    private readonly workers: DeliveryWorkers,
  ) {}

  @EventPattern<string>(workspaceSourceFacts.sourceReviewed.subject, { reaction })
  async react(data: DataOf<typeof workspaceSourceFacts.sourceReviewed>, context: FactContext): Promise<void> {
    const command = appendEventCommand({
      eventId: newId('evt'),
      installationId: data.installation_id,
      eventType: 'plugin.source.reviewed',
      createdAt: now().toISOString(),
      data: sourceData(data),
    });
    await this.store.run({ ...command, idempotency: idempotencyFor(reaction, context), meta: causedBy(context) });
    this.workers.notify(data.installation_id);
  }
}

import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { installationReaction as reaction } from '../../endpoint/installation-reaction.js';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { appendEventCommand } from '../append-event/append-event.js';

@Controller()
export class OnSettingsChangedHandler {
  constructor(
    private readonly store: EventStore,
    private readonly workers: DeliveryWorkers,
  ) {}

  @EventPattern<string>(installationFacts.settingsChanged.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.settingsChanged>, context: FactContext): Promise<void> {
    const command = appendEventCommand({
      eventId: newId('evt'),
      installationId: data.installation_id,
      eventType: 'plugin.settings.changed',
      createdAt: now().toISOString(),
      data: { settings_revision: data.settings_revision },
    });
    await this.store.run({ ...command, idempotency: idempotencyFor(reaction, context), meta: causedBy(context) });
    this.workers.notify(data.installation_id);
  }
}

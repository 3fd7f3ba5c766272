import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { walletFacts, type DataOf } from '@kushk/contracts';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { appendEventCommand } from '../append-event/append-event.js';

const reaction = 'on-hold-expired';

@Controller()
export class OnHoldExpiredHandler {
  constructor(
    private readonly store: EventStore,
    private readonly workers: DeliveryWorkers,
  ) {}

  @EventPattern<string>(walletFacts.holdExpired.subject, { reaction })
  async react(data: DataOf<typeof walletFacts.holdExpired>, context: FactContext): Promise<void> {
    const command = appendEventCommand({
      eventId: newId('evt'),
      installationId: data.installation_id,
      eventType: 'plugin.wallet.hold_expired',
      createdAt: now().toISOString(),
      data: { hold_id: data.hold_id, service: data.service, released: data.released },
    });
    await this.store.run({ ...command, idempotency: idempotencyFor(reaction, context), meta: causedBy(context) });
    this.workers.notify(data.installation_id);
  }
}

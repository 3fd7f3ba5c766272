import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { workspaceFacts, type DataOf } from '@kushk/contracts';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { appendEventCommand } from '../append-event/append-event.js';
import { proposalData } from './proposal-data.js';

const reaction = 'on-proposal-settled';

@Controller()
export class OnProposalSettledHandler {
  constructor(
    private readonly store: EventStore,
    private readonly workers: DeliveryWorkers,
  ) {}

  @EventPattern<string>(workspaceFacts.proposalSettled.subject, { reaction })
  async react(data: DataOf<typeof workspaceFacts.proposalSettled>, context: FactContext): Promise<void> {
    const command = appendEventCommand({
      eventId: newId('evt'),
      installationId: data.installation_id,
      eventType: 'plugin.proposal.settled',
      createdAt: now().toISOString(),
      data: proposalData(data),
    });
    await this.store.run({ ...command, idempotency: idempotencyFor(reaction, context), meta: causedBy(context) });
    this.workers.notify(data.installation_id);
  }
}

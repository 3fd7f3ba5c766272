import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { priceListStream } from '../../price-list/price-list.js';
import { choosePlan } from '../choose-plan/choose-plan.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { walletStream } from '../wallet-stream.js';

@Controller()
export class OnPlanChangedHandler {
  constructor(private readonly store: EventStore) {}

  @EventPattern<string>(installationFacts.planChanged.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.planChanged>, context: FactContext): Promise<void> {
    await this.store.run({
      name: 'ChoosePlan',
      streams: {
        wallet: streamRef(walletStream, data.installation_id),
        priceList: streamRef(priceListStream, data.installation_id),
      },
      decide: (states) => choosePlan({ plan: data.plan, at: data.at }, states),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
  }
}

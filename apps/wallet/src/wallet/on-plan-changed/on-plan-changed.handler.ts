import { causedBy, onceFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { tariffStream } from '../../tariff/tariff.js';
import { choosePlan } from '../change-tariff/change-tariff.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { walletStream } from '../wallet.js';

@Controller()
export class OnPlanChangedHandler {
  constructor(private readonly store: EventStore) {}

  @EventPattern<string>(installationFacts.planChanged.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.planChanged>, context: FactContext): Promise<void> {
    await this.store.run({
      name: 'ChoosePlan',
      streams: {
        wallet: streamRef(walletStream, data.installation_id),
        tariff: streamRef(tariffStream, data.installation_id),
      },
      decide: (states) => choosePlan({ plan: data.plan, at: data.at }, states),
      once: onceFor(reaction, context),
      meta: causedBy(context),
    });
  }
}

import { causedBy, onceFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { tariffFromWire } from '../../tariff/tariff-wire.js';
import { tariffStream } from '../../tariff/tariff.js';
import { changeTariff } from '../change-tariff/change-tariff.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { walletStream } from '../wallet.js';

@Controller()
export class OnCapabilitiesChangedHandler {
  constructor(private readonly store: EventStore) {}

  @EventPattern<string>(installationFacts.capabilitiesChanged.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.capabilitiesChanged>, context: FactContext): Promise<void> {
    const command = { tariff: tariffFromWire(data.capabilities), plan: data.plan, at: data.at };
    await this.store.run({
      name: 'ChangeTariff',
      streams: {
        wallet: streamRef(walletStream, data.installation_id),
        tariff: streamRef(tariffStream, data.installation_id),
      },
      decide: (states) => changeTariff(command, states),
      once: onceFor(reaction, context),
      meta: causedBy(context),
    });
  }
}

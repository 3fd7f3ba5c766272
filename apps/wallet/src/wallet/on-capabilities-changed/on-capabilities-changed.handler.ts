import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { priceListFromWire } from '../../price-list/price-list-from-wire.js';
import { priceListStream } from '../../price-list/price-list.js';
import { changePrices } from '../change-prices/change-prices.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { walletStream } from '../wallet-stream.js';

@Controller()
export class OnCapabilitiesChangedHandler {
  constructor(private readonly store: EventStore) {}

  @EventPattern<string>(installationFacts.capabilitiesChanged.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.capabilitiesChanged>, context: FactContext): Promise<void> {
    const command = { priceList: priceListFromWire(data.capabilities), plan: data.plan, at: data.at };
    await this.store.run({
      name: 'ChangePrices',
      streams: {
        wallet: streamRef(walletStream, data.installation_id),
        priceList: streamRef(priceListStream, data.installation_id),
      },
      decide: (states) => changePrices(command, states),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
  }
}

import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { installationFacts, usageMonthOf, type DataOf } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { priceListFromWire } from '../../price-list/price-list-from-wire.js';
import { priceListStream } from '../../price-list/price-list.js';
import { remainderKey, remainderStream } from '../../remainder/remainder.js';
import { openWallet } from '../open-wallet/open-wallet.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { walletStream } from '../wallet-stream.js';

@Controller()
export class OnInstallationRequestedHandler {
  constructor(private readonly store: EventStore) {}

  @EventPattern<string>(installationFacts.installationRequested.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.installationRequested>, context: FactContext): Promise<void> {
    const command = {
      installationId: data.installation_id,
      organisationId: data.organisation_id,
      plan: data.plan,
      priceList: priceListFromWire(data.capabilities),
      carriedId: newId('car'),
      month: usageMonthOf(now()),
      at: data.at,
    };
    await this.store.run({
      name: 'OpenWallet',
      streams: {
        wallet: streamRef(walletStream, data.installation_id),
        priceList: streamRef(priceListStream, data.installation_id),
        remainder: streamRef(remainderStream, remainderKey(data.organisation_id, data.plugin_id)),
      },
      decide: (states) => openWallet(command, states),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
  }
}

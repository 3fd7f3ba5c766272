import { causedBy, onceFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { tariffFromWire } from '../../tariff/tariff-wire.js';
import { tariffStream } from '../../tariff/tariff.js';
import { openWallet } from '../open-wallet/open-wallet.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { walletStream } from '../wallet.js';

@Controller()
export class OnInstallationRequestedHandler {
  constructor(private readonly store: EventStore) {}

  @EventPattern<string>(installationFacts.installationRequested.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.installationRequested>, context: FactContext): Promise<void> {
    const command = {
      installationId: data.installation_id,
      organisationId: data.organisation_id,
      plan: data.plan,
      tariff: tariffFromWire(data.capabilities),
      at: data.at,
    };
    await this.store.run({
      name: 'OpenWallet',
      streams: {
        wallet: streamRef(walletStream, data.installation_id),
        tariff: streamRef(tariffStream, data.installation_id),
      },
      decide: (states) => openWallet(command, states),
      once: onceFor(reaction, context),
      meta: causedBy(context),
    });
  }
}

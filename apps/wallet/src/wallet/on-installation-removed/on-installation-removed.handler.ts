import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { streamRef, forStream } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { closeWallet } from '../close-wallet/close-wallet.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { walletStream } from '../wallet.js';

@Controller()
export class OnInstallationRemovedHandler {
  constructor(private readonly store: EventStore) {}

  @EventPattern<string>(installationFacts.installationRemoved.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.installationRemoved>, context: FactContext): Promise<void> {
    await this.store.run({
      name: 'CloseWallet',
      streams: { wallet: streamRef(walletStream, data.installation_id) },
      decide: ({ wallet }) => forStream('wallet', closeWallet({ at: data.at }, wallet)),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
  }
}

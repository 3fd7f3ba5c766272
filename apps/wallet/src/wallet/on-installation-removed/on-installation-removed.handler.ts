import { causedBy, idempotencyFor, type FactContext } from '@kushk/broker';
import { installationFacts, usageMonthOf, type DataOf } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { remainderKey, remainderStream } from '../../remainder/remainder.js';
import { carryIn, type CarryIn } from '../carry-in/carry-in.js';
import { closeWallet } from '../close-wallet/close-wallet.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { walletStream } from '../wallet-stream.js';

@Controller()
export class OnInstallationRemovedHandler {
  constructor(private readonly store: EventStore) {}

  @EventPattern<string>(installationFacts.installationRemoved.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.installationRemoved>, context: FactContext): Promise<void> {
    const month = usageMonthOf(now());
    const remainder = streamRef(remainderStream, remainderKey(data.organisation_id, data.plugin_id));
    const command = { carriedId: newId('car'), month, at: data.at };
    const closed = await this.store.run({
      name: 'CloseWallet',
      streams: { wallet: streamRef(walletStream, data.installation_id), remainder },
      decide: (states) => closeWallet(command, states),
      idempotency: idempotencyFor(reaction, context),
      meta: causedBy(context),
    });
    const successor = closed.accepted ? closed.reply.successor : null;
    if (successor === null) return;
    const carry: CarryIn = { id: newId('car'), installationId: successor, month, at: now().toISOString() };
    await this.store.run({
      name: 'CarryIn',
      streams: { wallet: streamRef(walletStream, successor), remainder },
      decide: (states) => carryIn(carry, states),
      meta: causedBy(context),
    });
  }
}

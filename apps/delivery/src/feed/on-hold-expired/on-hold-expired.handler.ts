import type { FactContext } from '@kushk/broker';
import { walletFacts, type DataOf } from '@kushk/contracts';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { Announcer } from '../announce/announcer.handler.js';
import { orderKeys } from '../feed.js';

const reaction = 'on-hold-expired';

@Controller()
export class OnHoldExpiredHandler {
  constructor(private readonly announcer: Announcer) {}

  @EventPattern<string>(walletFacts.holdExpired.subject, { reaction })
  async react(data: DataOf<typeof walletFacts.holdExpired>, context: FactContext): Promise<void> {
    await this.announcer.announce(reaction, context, {
      installationId: data.installation_id,
      eventType: 'plugin.wallet.hold_expired',
      orderKey: orderKeys.hold(data.hold_id),
      data: { hold_id: data.hold_id, service: data.service, released: data.released },
    });
  }
}

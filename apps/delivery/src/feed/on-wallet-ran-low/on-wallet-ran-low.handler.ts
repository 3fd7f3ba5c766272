import type { FactContext } from '@kushk/broker';
import { walletFacts, type DataOf } from '@kushk/contracts';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { Announcer } from '../announce/announcer.handler.js';
import { orderKeys } from '../feed.js';

const reaction = 'on-wallet-ran-low';

@Controller()
export class OnWalletRanLowHandler {
  constructor(private readonly announcer: Announcer) {}

  @EventPattern<string>(walletFacts.walletRanLow.subject, { reaction })
  async react(data: DataOf<typeof walletFacts.walletRanLow>, context: FactContext): Promise<void> {
    await this.announcer.announce(reaction, context, {
      installationId: data.installation_id,
      eventType: 'plugin.wallet.low',
      orderKey: orderKeys.wallet,
      data: { available: data.available, threshold: data.threshold },
    });
  }
}

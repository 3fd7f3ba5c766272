import type { FactContext } from '@kushk/broker';
import { installationFacts, type DataOf } from '@kushk/contracts';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { installationReaction as reaction } from '../../endpoint/installation-reaction.js';
import { Announcer } from '../announce/announcer.handler.js';
import { orderKeys } from '../feed.js';

@Controller()
export class OnPlanChangedHandler {
  constructor(private readonly announcer: Announcer) {}

  @EventPattern<string>(installationFacts.planChanged.subject, { reaction })
  async react(data: DataOf<typeof installationFacts.planChanged>, context: FactContext): Promise<void> {
    await this.announcer.announce(reaction, context, {
      installationId: data.installation_id,
      eventType: 'plugin.plan.changed',
      orderKey: orderKeys.installation,
      data: { plan: data.plan },
    });
  }
}

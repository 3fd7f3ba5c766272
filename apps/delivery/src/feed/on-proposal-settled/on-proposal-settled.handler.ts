import type { FactContext } from '@kushk/broker';
import { workspaceFacts, type DataOf } from '@kushk/contracts';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { Announcer } from '../announce/announcer.handler.js';
import { orderKeys } from '../feed.js';
import { proposalData } from './proposal-data.js';

const reaction = 'on-proposal-settled';

@Controller()
export class OnProposalSettledHandler {
  constructor(private readonly announcer: Announcer) {}

  @EventPattern<string>(workspaceFacts.proposalSettled.subject, { reaction })
  async react(data: DataOf<typeof workspaceFacts.proposalSettled>, context: FactContext): Promise<void> {
    await this.announcer.announce(reaction, context, {
      installationId: data.installation_id,
      eventType: 'plugin.proposal.settled',
      orderKey: orderKeys.externalId(data.external_id),
      data: proposalData(data),
    });
  }
}

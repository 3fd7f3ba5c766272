import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { workspace, type ProposalForPeople, type RequestOf } from '@kushk/contracts';
import { mapReply, refuse, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { proposalForPeopleToWire } from '../proposal.view.js';
import { SettlementFinder } from '../settlement-finder.js';
import { applyProposal } from './apply-proposal.js';

@Controller()
export class ApplyProposalHandler {
  constructor(
    private readonly store: EventStore,
    private readonly settlements: SettlementFinder,
  ) {}

  @MessagePattern(workspace.applyProposal.subject)
  async handle(
    request: RequestOf<typeof workspace.applyProposal>,
    context: RequestContext,
  ): Promise<Outcome<ProposalForPeople>> {
    const found = await this.settlements.find(request, now());
    if (found === null) return refuse('proposal.not_found');
    const command = {
      ...found.settlement,
      newRecordId: found.newRecordId,
      overwrite: request.overwrite ?? false,
      seenRevision: request.seen_revision ?? null,
    };
    return await this.store.run({
      name: 'ApplyProposal',
      streams: found.streams,
      decide: (states) => mapReply(applyProposal(command, states), proposalForPeopleToWire),
      idempotency: idempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}

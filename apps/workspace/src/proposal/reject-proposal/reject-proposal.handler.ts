import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { freeTextProblems, workspace, type ProposalForPeople, type RequestOf } from '@kushk/contracts';
import { mapReply, refuse, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { reasonRule } from '../proposal.js';
import { proposalForPeopleToWire } from '../proposal.view.js';
import { SettlementFinder } from '../settlement-finder.js';
import { rejectProposal } from './reject-proposal.js';

@Controller()
export class RejectProposalHandler {
  constructor(
    private readonly store: EventStore,
    private readonly settlements: SettlementFinder,
  ) {}

  @MessagePattern(workspace.rejectProposal.subject)
  async handle(
    request: RequestOf<typeof workspace.rejectProposal>,
    context: RequestContext,
  ): Promise<Outcome<ProposalForPeople>> {
    const { reason } = request;
    const problems = reason === null ? [] : freeTextProblems('/reason', reason, reasonRule);
    if (problems.length > 0) return refuse('request.invalid', { problems });
    const found = await this.settlements.find(request, now());
    if (found === null) return refuse('proposal.not_found');
    const command = { ...found.settlement, reason };
    return await this.store.run({
      name: 'RejectProposal',
      streams: found.streams,
      decide: (states) => mapReply(rejectProposal(command, states), proposalForPeopleToWire),
      idempotency: idempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}

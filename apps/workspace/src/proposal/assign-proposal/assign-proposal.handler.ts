import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { workspace, type ProposalForPeople, type RequestOf } from '@kushk/contracts';
import { mapReply, refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { personStream } from '../../person/person.js';
import { proposalForPeopleToWire } from '../proposal.view.js';
import { SettlementFinder } from '../settlement-finder.js';
import { assignProposal } from './assign-proposal.js';

@Controller()
export class AssignProposalHandler {
  constructor(
    private readonly store: EventStore,
    private readonly settlements: SettlementFinder,
  ) {}

  @MessagePattern(workspace.assignProposal.subject)
  async handle(
    request: RequestOf<typeof workspace.assignProposal>,
    context: RequestContext,
  ): Promise<Outcome<ProposalForPeople>> {
    const found = await this.settlements.find(request, now());
    if (found === null) return refuse('proposal.not_found');
    const { proposal, record } = found.streams;
    const command = { ...found.settlement, assigneeId: request.assignee_id };
    return await this.store.run({
      name: 'AssignProposal',
      // The person is locked with the proposal, so that nobody is assigned to it while leaving the organisation.
      streams: { proposal, record, assignee: streamRef(personStream, request.assignee_id ?? 'nobody') },
      decide: (states) => mapReply(assignProposal(command, states), proposalForPeopleToWire),
      idempotency: idempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}

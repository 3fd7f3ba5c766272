import { idempotencyOf, metaOf, type RequestContext } from '@kushk/broker';
import { workspace, type ProposalResource, type RequestOf } from '@kushk/contracts';
import { mapReply, refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { externalIdKey, externalIdStream } from '../external-id.js';
import { proposalStream } from '../proposal.js';
import { Proposals, proposalToWire } from '../proposal.view.js';
import { withdrawProposal } from './withdraw-proposal.js';

@Controller()
export class WithdrawProposalHandler {
  constructor(
    private readonly store: EventStore,
    private readonly proposals: Proposals,
  ) {}

  @MessagePattern(workspace.withdrawProposal.subject)
  async handle(
    request: RequestOf<typeof workspace.withdrawProposal>,
    context: RequestContext,
  ): Promise<Outcome<ProposalResource>> {
    const { installation_id: installationId, proposal_id: proposalId } = request;
    const row = await this.proposals.findOfPlugin(request, proposalId);
    if (row === null) return refuse('proposal.not_found');
    const command = { installationId, at: now().toISOString() };
    return await this.store.run({
      name: 'WithdrawProposal',
      streams: {
        proposal: streamRef(proposalStream, proposalId),
        externalId: streamRef(externalIdStream, externalIdKey(installationId, row.external_id)),
      },
      decide: (states) => mapReply(withdrawProposal(command, states), proposalToWire),
      idempotency: idempotencyOf(request.idempotency),
      meta: metaOf(context),
    });
  }
}

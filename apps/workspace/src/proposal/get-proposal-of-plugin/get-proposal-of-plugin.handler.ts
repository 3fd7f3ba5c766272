import { respond } from '@kushk/broker';
import { workspace, type ProposalResource, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Proposals, proposalRowToWire } from '../proposal.view.js';

@Controller()
export class GetProposalOfPluginHandler {
  constructor(private readonly proposals: Proposals) {}

  @MessagePattern(workspace.getProposalOfPlugin.subject)
  async handle(request: RequestOf<typeof workspace.getProposalOfPlugin>): Promise<Outcome<ProposalResource>> {
    const row = await this.proposals.findOfPlugin(request, request.proposal_id);
    return row === null ? refuse('proposal.not_found') : respond(proposalRowToWire(row));
  }
}

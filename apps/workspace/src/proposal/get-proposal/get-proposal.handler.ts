import { respond } from '@kushk/broker';
import { workspace, type ProposalForPeople, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Proposals, proposalRowForPeopleToWire } from '../proposal.view.js';

@Controller()
export class GetProposalHandler {
  constructor(private readonly proposals: Proposals) {}

  @MessagePattern(workspace.getProposal.subject)
  async handle(request: RequestOf<typeof workspace.getProposal>): Promise<Outcome<ProposalForPeople>> {
    const row = await this.proposals.find(request.organisation_id, request.person_id, request.proposal_id);
    return row === null ? refuse('proposal.not_found') : respond(proposalRowForPeopleToWire(row));
  }
}

import { respond } from '@kushk/broker';
import { keyAfterCursor, pageOf, workspace, type Page, type ProposalForPeople, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Proposals, proposalRowForPeopleToWire } from '../proposal.view.js';

/** Lists the proposals of an organisation for its people. */
@Controller()
export class ListProposalsHandler {
  constructor(private readonly proposals: Proposals) {}

  @MessagePattern(workspace.listProposals.subject)
  async handle(request: RequestOf<typeof workspace.listProposals>): Promise<Outcome<Page<ProposalForPeople>>> {
    const { organisation_id, person_id, status, assignee_id: assigneeId = null, limit } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const read = await this.proposals.ofOrganisation(organisation_id, person_id, { status, assigneeId, start, limit });
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: proposalRowForPeopleToWire }));
  }
}

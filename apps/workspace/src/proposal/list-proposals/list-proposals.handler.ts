import { answer, no } from '@kushk/broker';
import {
  pageOfRows,
  startOf,
  workspace,
  type Page,
  type ProposalForPeople,
  type ProposalResource,
  type RequestOf,
} from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Proposals, forPeopleToWire, proposalToWire } from '../proposal.view.js';

@Controller()
export class ListProposalsHandler {
  constructor(private readonly proposals: Proposals) {}

  @MessagePattern(workspace.listProposalsOfPlugin.subject)
  async ofPlugin(request: RequestOf<typeof workspace.listProposalsOfPlugin>): Promise<Outcome<Page<ProposalResource>>> {
    const { status, limit } = request;
    const start = startOf(request.cursor);
    if (start === undefined) return no('cursor.invalid');
    const { shown, next_cursor } = pageOfRows(
      await this.proposals.ofPlugin(request, { status, start, limit: limit + 1 }),
      limit,
      (row) => row.stream_id,
    );
    return answer({ items: shown.map(proposalToWire), next_cursor });
  }

  @MessagePattern(workspace.listProposals.subject)
  async ofOrganisation(request: RequestOf<typeof workspace.listProposals>): Promise<Outcome<Page<ProposalForPeople>>> {
    const { organisation_id, person_id, status, limit } = request;
    const start = startOf(request.cursor);
    if (start === undefined) return no('cursor.invalid');
    const rows = await this.proposals.ofOrganisation(organisation_id, person_id, { status, start, limit: limit + 1 });
    const { shown, next_cursor } = pageOfRows(rows, limit, (row) => row.stream_id);
    return answer({ items: shown.map(forPeopleToWire), next_cursor });
  }

  @MessagePattern(workspace.getProposal.subject)
  async get({
    organisation_id,
    person_id,
    proposal_id,
  }: RequestOf<typeof workspace.getProposal>): Promise<Outcome<ProposalForPeople>> {
    const row = await this.proposals.find(organisation_id, person_id, proposal_id);
    return row === null ? no('proposal.not_found') : answer(forPeopleToWire(row));
  }
}

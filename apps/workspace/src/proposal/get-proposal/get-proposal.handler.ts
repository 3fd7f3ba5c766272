import { respond } from '@kushk/broker';
import { workspace, type DetailedProposal, type RequestOf } from '@kushk/contracts';
import { refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { proposable, type PresentProposable, type ProposableRecord } from '../proposable-records.js';
import { proposalStream } from '../proposal.js';
import { Proposals, proposalRowForPeopleToWire, type ProposalRow } from '../proposal.view.js';
import { proposedFields } from '../proposed-fields.js';

@Controller()
export class GetProposalHandler {
  constructor(
    private readonly proposals: Proposals,
    private readonly store: EventStore,
  ) {}

  @MessagePattern(workspace.getProposal.subject)
  async handle(request: RequestOf<typeof workspace.getProposal>): Promise<Outcome<DetailedProposal>> {
    const row = await this.proposals.find(request.organisation_id, request.person_id, request.proposal_id);
    if (row === null) return refuse('proposal.not_found');
    const [{ state: proposal }, record] = await Promise.all([
      this.store.load(streamRef(proposalStream, row.stream_id)),
      this.recordOf(row),
    ]);
    if (proposal.status === 'absent') return refuse('proposal.not_found');
    const fields = proposedFields(proposal, record);
    return respond({
      ...proposalRowForPeopleToWire(row),
      record_title: record.status === 'absent' ? null : titleOf(record),
      record_revision: record.status === 'absent' ? null : record.revision,
      stale: fields.some(({ stale }) => stale),
      fields,
    });
  }

  private async recordOf({ record_type, record_id }: ProposalRow): Promise<ProposableRecord> {
    if (record_id === null) return { status: 'absent' };
    const { state } = await this.store.load(streamRef(proposable(record_type).type.stream, record_id));
    return state;
  }
}

/** Every type of record that a plugin can propose changes to has a title. */
function titleOf({ fields: { title } }: PresentProposable): string | null {
  return typeof title === 'string' ? title : null;
}

import { respond } from '@kushk/broker';
import { keyAfterCursor, pageOf, workspace, type Page, type ListedProposal, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { ChangedRecords } from '../changed-records.view.js';
import { type ProposalRow, Proposals, proposalRowForPeopleToWire } from '../proposal.view.js';

/** Lists the proposals of an organisation for its people. */
@Controller()
export class ListProposalsHandler {
  constructor(
    private readonly proposals: Proposals,
    private readonly records: ChangedRecords,
  ) {}

  @MessagePattern(workspace.listProposals.subject)
  async handle(request: RequestOf<typeof workspace.listProposals>): Promise<Outcome<Page<ListedProposal>>> {
    const { organisation_id, person_id, status, limit } = request;
    const { assignee_id: assigneeId = null, record_id: recordId = null, plugin_id: pluginId = null } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const page = { status, assigneeId, recordId, pluginId, start, limit };
    const read = await this.proposals.ofOrganisation(organisation_id, person_id, page);
    const records = await this.records.of(read.rows);
    const itemOf = (row: ProposalRow): ListedProposal => {
      const record = records.get(row.stream_id);
      const listed = { record_title: record?.title ?? null, stale: record?.stale ?? false };
      return { ...proposalRowForPeopleToWire(row), ...listed };
    };
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf }));
  }
}

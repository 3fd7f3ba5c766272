import { pageHandler, respond } from '@kushk/broker';
import { pageOf, workspace, type ListedProposal } from '@kushk/contracts';
import { ChangedRecords } from '../changed-records.view.js';
import { type ProposalRow, Proposals, proposalRowWithUndoToWire } from '../proposal.view.js';

/** Lists the proposals of an organisation for its people. */
export const ListProposalsHandler = pageHandler(
  workspace.listProposals,
  { proposals: Proposals, records: ChangedRecords },
  async (request, { proposals, records }, start) => {
    const { organisation_id, person_id, status, limit } = request;
    const { assignee_id: assigneeId = null, record_id: recordId = null, plugin_id: pluginId = null } = request;
    const { record_type: recordType = null, stale: isStale = false, q = null, until = null, sort = null } = request;
    const filters = { assigneeId, recordId, pluginId, recordType, isStale, search: { q, until, sort } };
    const page = { status, ...filters, start, limit };
    const read = await proposals.ofOrganisation(organisation_id, person_id, page);
    const changed = await records.of(read.rows);
    const itemOf = (row: ProposalRow): ListedProposal => {
      const record = changed.get(row.stream_id);
      const listed = { record_title: record?.title ?? null, stale: record?.stale ?? false };
      return { ...proposalRowWithUndoToWire(row), ...listed };
    };
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf }));
  },
);

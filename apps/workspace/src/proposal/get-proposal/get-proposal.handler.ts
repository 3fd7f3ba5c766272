import { queryHandler, respond } from '@kushk/broker';
import { workspace } from '@kushk/contracts';
import { refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { proposable, type PresentProposable, type ProposableRecord } from '../proposable-records.js';
import { proposalStream } from '../proposal.js';
import { Proposals, undoneProposalToWire, type ProposalRow } from '../proposal.view.js';
import { formerValues } from '../undo-proposal/undo-proposal.js';
import { proposedFields } from '../proposed-fields.js';

export const GetProposalHandler = queryHandler(
  workspace.getProposal,
  { proposals: Proposals, store: EventStore },
  async ({ organisation_id, person_id, proposal_id }, { proposals, store }) => {
    const row = await proposals.find(organisation_id, person_id, proposal_id);
    if (row === null) return refuse('proposal.not_found');
    const [{ state: proposal }, record] = await Promise.all([
      store.load(streamRef(proposalStream, row.stream_id)),
      recordOf(store, row),
    ]);
    if (proposal.status === 'absent') return refuse('proposal.not_found');
    const fields = proposedFields(proposal, record);
    const former = proposal.status === 'applied' ? formerValues(proposal) : {};
    return respond({
      ...undoneProposalToWire(proposal),
      // The state keeps an assignee who has left the organisation.
      assignee_id: row.assignee_id,
      record_title: record.status === 'absent' ? null : titleOf(record),
      record_revision: record.status === 'absent' ? null : record.revision,
      stale: fields.some(({ stale }) => stale),
      fields: fields.map((field) => ({ ...field, former: former[field.field] ?? null })),
    });
  },
);

async function recordOf(store: EventStore, { record_type, record_id }: ProposalRow): Promise<ProposableRecord> {
  if (record_id === null) return { status: 'absent' };
  const { state } = await store.load(streamRef(proposable(record_type).type.stream, record_id));
  return state;
}

/** Every type of record that a plugin can propose changes to has a title. */
function titleOf({ fields: { title } }: PresentProposable): string | null {
  return typeof title === 'string' ? title : null;
}

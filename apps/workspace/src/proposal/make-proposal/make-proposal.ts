import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import { caseType, type Case } from '../../case/case.js';
import { canSee, type Viewer } from '../../platform-record/visibility.js';
import type { ExternalId, ExternalIdFact } from '../external-id.js';
import { pendingProposal, type PendingProposal, type Proposal, type ProposalFact, type Proposed } from '../proposal.js';
import { newerThanRecord } from './proposal-problems.js';

export interface MakeProposal extends Proposed {
  /** The person whose handle the plugin used; null when the plugin used no handle. */
  readonly viewer: Viewer | null;
  readonly inputHash: string;
  readonly at: string;
}
interface States {
  readonly externalId: ExternalId;
  readonly proposal: Proposal;
  readonly record: Case;
}
interface Facts {
  readonly externalId: readonly ExternalIdFact[];
  readonly proposal: readonly ProposalFact[];
}
/**
 * The new proposal, or the id of the pending proposal with the same external id. The pending proposal is in another
 * stream, so only its id is known.
 */
type Made =
  | { readonly created: true; readonly proposal: PendingProposal }
  | { readonly created: false; readonly proposalId: string };

/**
 * Makes a proposal that the people of the organisation can apply or reject. The same `external_id` with the same
 * content returns the pending proposal. Different content is rejected while the proposal is pending. After the
 * settlement or the withdrawal the `external_id` can be used again.
 */
export function makeProposal(command: MakeProposal, { externalId, proposal, record }: States): Decision<Facts, Made> {
  switch (externalId.status) {
    case 'taken': {
      const { proposalId, inputHash } = externalId;
      return inputHash === command.inputHash
        ? accept({ externalId: [], proposal: [] }, { created: false, proposalId })
        : refuse('proposal.external_id_exists', { proposal_id: proposalId });
    }
    case 'free':
      break;
    default:
      return unreachable(externalId);
  }
  switch (proposal.status) {
    case 'absent':
      return makeNewProposal(command, record);
    case 'pending':
    case 'applied':
    case 'rejected':
    case 'withdrawn':
      // Ids are random, so a duplicate id is a bug and not a reason to reject the command.
      throw new Error(`proposal ${proposal.proposalId} exists already`);
    default:
      return unreachable(proposal);
  }
}

function makeNewProposal(command: MakeProposal, record: Case): Decision<Facts, Made> {
  const base = baseRevisionOf(command, record);
  if (!base.accepted) return base;
  const { viewer: _viewer, inputHash, ...proposed } = command;
  const data = { ...proposed, baseRevision: base.reply };
  const { proposalId } = proposed;
  return accept(
    {
      externalId: [{ type: 'ExternalIdTaken', data: { proposalId, inputHash } }],
      proposal: [{ type: 'ProposalMade', data }],
    },
    { created: true, proposal: pendingProposal(data) },
  );
}

/** Returns the base revision of the proposal, or a rejection when the plugin cannot propose a change to this case. */
function baseRevisionOf(
  { action, organisationId, viewer, recordId, baseRevision }: MakeProposal,
  record: Case,
): Decision<null, number | null> {
  if (action === 'create') return accept(null, null);
  switch (record.status) {
    case 'absent':
      return refuse('case.not_found', { id: recordId });
    case 'present': {
      const visible = viewer === null || canSee(viewer, caseType.visibility(record.fields));
      if (record.organisationId !== organisationId || !visible) return refuse('case.not_found', { id: recordId });
      if (baseRevision !== null && baseRevision > record.revision)
        return refuse('proposal.invalid', { problems: [newerThanRecord(record.revision)] });
      return accept(null, baseRevision ?? record.revision);
    }
    default:
      return unreachable(record);
  }
}

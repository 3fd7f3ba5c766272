import { accept, fold, refuse, type Decision } from '@kushk/decider';
import type { Case } from '../../case/case.js';
import { maySettle, type Settle } from '../apply-proposal/apply-proposal.js';
import {
  proposalStream,
  settledData,
  type ExistingProposal,
  type ExternalIdFact,
  type Proposal,
  type ProposalFact,
} from '../proposal.js';

type States = { proposal: Proposal; externalId: unknown; record: Case };

/** Says no to a proposal, with a reason or without one for now. */
export function rejectProposal(
  command: Settle & { readonly reason: string | null },
  { proposal, record }: States,
): Decision<{ proposal: ProposalFact[]; externalId: ExternalIdFact[] }, ExistingProposal> {
  const { organisationId, person, reason, month, at } = command;
  if (proposal.status === 'absent' || proposal.organisationId !== organisationId || !maySettle(person, record))
    return refuse('proposal.not_found');
  if (proposal.status !== 'pending') return refuse('proposal.settled', { status: proposal.status });
  const rejected: ProposalFact = {
    type: 'ProposalRejected',
    data: { ...settledData(proposal, { by: person.id, month, at }), reason },
  };
  return accept(
    { proposal: [rejected], externalId: [{ type: 'ExternalIdFreed', data: { proposalId: proposal.proposalId } }] },
    after(rejected, proposal),
  );
}

/**
 * Writes the reason after the click: an update, not a new verdict (seed: Events 4). The plugin hears of it as
 * another event with a higher revision; the same reason again changes nothing.
 */
export function explainRejection(
  command: Settle & { readonly reason: string },
  { proposal, record }: Omit<States, 'externalId'>,
): Decision<{ proposal: ProposalFact[] }, ExistingProposal> {
  const { organisationId, person, reason, month, at } = command;
  if (proposal.status === 'absent' || proposal.organisationId !== organisationId || !maySettle(person, record))
    return refuse('proposal.not_found');
  if (proposal.status !== 'rejected') return refuse('proposal.not_rejected', { status: proposal.status });
  if (proposal.reason === reason) return accept({ proposal: [] }, proposal);
  const explained: ProposalFact = {
    type: 'RejectionExplained',
    data: { ...settledData(proposal, { by: person.id, month, at }), reason, revision: proposal.revision + 1 },
  };
  return accept({ proposal: [explained] }, after(explained, proposal));
}

function after(fact: ProposalFact, proposal: ExistingProposal): ExistingProposal {
  const next = fold(proposalStream, [fact], proposal);
  return next.status === 'absent' ? proposal : next;
}

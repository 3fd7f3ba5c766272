import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { ExternalIdFact } from '../external-id.js';
import {
  rejectedProposal,
  settledData,
  type ProposalFact,
  type RejectedProposal,
  type Settlement,
} from '../proposal.js';
import type { ProposalQuotaFact } from '../proposal-quota.js';
import { canSettle, type ProposalAndRecord } from '../settle-access.js';

export interface RejectProposal extends Settlement {
  /** The reason; null when the person gives none, or gives it later. */
  readonly reason: string | null;
}
interface Facts {
  readonly quota: readonly ProposalQuotaFact[];
  readonly proposal: readonly ProposalFact[];
  readonly externalId: readonly ExternalIdFact[];
}

export function rejectProposal(
  command: RejectProposal,
  { proposal, record }: ProposalAndRecord,
): Decision<Facts, RejectedProposal> {
  if (proposal.status === 'absent' || !canSettle(command, proposal, record)) return refuse('proposal.not_found');
  switch (proposal.status) {
    case 'applied':
    case 'rejected':
    case 'withdrawn':
      return refuse('proposal.settled', { status: proposal.status });
    case 'pending': {
      const data = { ...settledData(proposal, command), reason: command.reason };
      return accept(
        {
          proposal: [{ type: 'ProposalRejected', data }],
          quota: [{ type: 'ProposalEndCounted', data: { proposalId: proposal.proposalId } }],
          externalId: [{ type: 'ExternalIdFreed', data: { proposalId: proposal.proposalId } }],
        },
        rejectedProposal(proposal, data),
      );
    }
    default:
      return unreachable(proposal);
  }
}

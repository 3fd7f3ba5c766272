import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { ExternalIdFact } from '../external-id.js';
import type { ProposalQuotaFact } from '../proposal-quota.js';
import { withdrawnProposal, type Proposal, type ProposalFact, type WithdrawnProposal } from '../proposal.js';

export interface WithdrawProposal {
  readonly installationId: string;
  readonly at: string;
}
interface Facts {
  readonly quota: readonly ProposalQuotaFact[];
  readonly proposal: readonly ProposalFact[];
  readonly externalId: readonly ExternalIdFact[];
}

/**
 * The plugin takes its pending proposal back, and can use the external id again. Withdrawing it again changes nothing.
 */
export function withdrawProposal(
  { installationId, at }: WithdrawProposal,
  { proposal }: { readonly proposal: Proposal },
): Decision<Facts, WithdrawnProposal> {
  if (proposal.status === 'absent' || proposal.installationId !== installationId) return refuse('proposal.not_found');
  switch (proposal.status) {
    case 'applied':
    case 'rejected':
      return refuse('proposal.settled', { status: proposal.status });
    case 'withdrawn':
      return accept({ quota: [], proposal: [], externalId: [] }, proposal);
    case 'pending':
      return accept(
        {
          proposal: [{ type: 'ProposalWithdrawn', data: { at } }],
          quota: [{ type: 'ProposalEndCounted', data: { proposalId: proposal.proposalId } }],
          externalId: [{ type: 'ExternalIdFreed', data: { proposalId: proposal.proposalId } }],
        },
        withdrawnProposal(proposal),
      );
    default:
      return unreachable(proposal);
  }
}

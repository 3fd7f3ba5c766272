/** How many proposals of one installation are pending. The quota is in docs/reference/limits.md. */
import { refuse, unreachable, type Fact, type Refused, type StreamType } from '@kushk/decider';

export type ProposalQuotaFact =
  Fact<'ProposalCounted', { proposalId: string }> | Fact<'ProposalEndCounted', { proposalId: string }>;
export interface ProposalQuota {
  readonly pending: number;
}

export const proposalQuotaStream: StreamType<ProposalQuota, ProposalQuotaFact> = {
  category: 'proposal_quota',
  initial: { pending: 0 },
  stateVersion: 1,
  evolve: ({ pending }, fact) => {
    switch (fact.type) {
      case 'ProposalCounted':
        return { pending: pending + 1 };
      case 'ProposalEndCounted':
        return { pending: pending - 1 };
      default:
        return unreachable(fact);
    }
  },
};

/** Returns the refusal of a new proposal, or null when there is room for it. */
export function proposalQuotaRefusal({ pending }: ProposalQuota, limit: number): Refused | null {
  return pending < limit ? null : refuse('quota.exceeded', { quota: 'pending_proposals', limit, used: pending });
}

/** How many proposals of one installation are pending. The quota is in docs/reference/limits.md. */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export type ProposalQuotaFact =
  Fact<'ProposalCounted', { proposalId: string }> | Fact<'ProposalEndCounted', { proposalId: string }>;
export interface ProposalQuota {
  readonly pending: number;
}

export const proposalQuotaStream: StreamType<ProposalQuota, ProposalQuotaFact> = {
  category: 'proposal_quota',
  factTypes: { ProposalCounted: true, ProposalEndCounted: true },
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

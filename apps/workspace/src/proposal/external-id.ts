/**
 * The reservation of a proposal's `external_id`. Within an installation, an `external_id` identifies at most one
 * pending proposal.
 */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export type ExternalIdFact =
  Fact<'ExternalIdTaken', { proposalId: string; inputHash: string }> | Fact<'ExternalIdFreed', { proposalId: string }>;
export type ExternalId =
  { readonly status: 'free' } | { readonly status: 'taken'; readonly proposalId: string; readonly inputHash: string };

export const externalIdStream: StreamType<ExternalId, ExternalIdFact> = {
  category: 'external_id',
  factTypes: { ExternalIdTaken: true, ExternalIdFreed: true },
  initial: { status: 'free' },
  stateVersion: 1,
  evolve: (_externalId, fact) => {
    switch (fact.type) {
      case 'ExternalIdTaken':
        return { status: 'taken', ...fact.data };
      case 'ExternalIdFreed':
        return { status: 'free' };
      default:
        return unreachable(fact);
    }
  },
};

/** Returns the stream id of an external id. */
export function externalIdKey(installationId: string, externalId: string): string {
  return `${installationId}/${externalId}`;
}

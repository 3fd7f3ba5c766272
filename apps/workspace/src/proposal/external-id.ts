/** The `external_id` of an installation's proposal: it identifies one pending proposal at a time. */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

export type ExternalIdFact =
  Fact<'ExternalIdTaken', { proposalId: string; inputHash: string }> | Fact<'ExternalIdFreed', { proposalId: string }>;
export type ExternalId =
  { readonly status: 'free' } | { readonly status: 'taken'; readonly proposalId: string; readonly inputHash: string };

export const externalIdStream: StreamType<ExternalId, ExternalIdFact> = {
  category: 'external_id',
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

/** The id of the stream. */
export function externalIdKey(installationId: string, externalId: string): string {
  return `${installationId}/${externalId}`;
}

/**
 * The reservation of a source's `external_id`. Within an installation, an `external_id` identifies one source for good,
 * so that a plugin can repeat a request whose answer it has lost.
 */
import type { Fact, StreamType } from '@kushk/decider';

export type SourceExternalIdFact = Fact<'SourceExternalIdTaken', { sourceId: string; inputHash: string }>;
export type SourceExternalId =
  { readonly status: 'free' } | { readonly status: 'taken'; readonly sourceId: string; readonly inputHash: string };

export const sourceExternalIdStream: StreamType<SourceExternalId, SourceExternalIdFact> = {
  category: 'source_external_id',
  factTypes: { SourceExternalIdTaken: true },
  initial: { status: 'free' },
  stateVersion: 1,
  evolve: (_externalId, fact) => ({ status: 'taken', ...fact.data }),
};

/** Returns the stream id of an external id. */
export function sourceExternalIdKey(installationId: string, externalId: string): string {
  return `${installationId}/${externalId}`;
}

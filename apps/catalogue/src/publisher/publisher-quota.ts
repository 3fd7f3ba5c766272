/** What the releases of one publisher take up, for good. The quotas are in docs/reference/limits.md. */
import type { Fact, StreamType } from '@kushk/decider';
import type { Quotas } from '@kushk/runtime';

/** `bytes` is the size of the manifest as JSON. */
export type PublisherQuotaFact = Fact<'ReleaseCounted', { bytes: number }>;
export interface PublisherQuota {
  readonly releases: number;
  readonly manifestBytes: number;
}
export type PublisherQuotas = Pick<Quotas, 'releases' | 'manifest_bytes'>;

export const publisherQuotaStream: StreamType<PublisherQuota, PublisherQuotaFact> = {
  category: 'publisher_quota',
  factTypes: { ReleaseCounted: true },
  initial: { releases: 0, manifestBytes: 0 },
  stateVersion: 1,
  evolve: ({ releases, manifestBytes }, { data }) => ({
    releases: releases + 1,
    manifestBytes: manifestBytes + data.bytes,
  }),
};

/** What the releases of one publisher take up, for good. The quotas are in docs/reference/limits.md. */
import { refuse, type Fact, type Refused, type StreamType } from '@kushk/decider';
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
  initial: { releases: 0, manifestBytes: 0 },
  stateVersion: 1,
  evolve: ({ releases, manifestBytes }, { data }) => ({
    releases: releases + 1,
    manifestBytes: manifestBytes + data.bytes,
  }),
};

/** Returns the refusal of a new release, or null when there is room for it. */
export function publisherQuotaRefusal(
  { releases, manifestBytes }: PublisherQuota,
  bytes: number,
  quotas: PublisherQuotas,
): Refused | null {
  if (releases >= quotas.releases)
    return refuse('quota.exceeded', { quota: 'releases', limit: quotas.releases, used: releases });
  if (manifestBytes + bytes > quotas.manifest_bytes)
    return refuse('quota.exceeded', { quota: 'manifest_bytes', limit: quotas.manifest_bytes, used: manifestBytes });
  return null;
}

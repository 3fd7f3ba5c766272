/** What the sources of one installation take up. The limits are in docs/reference/limits.md. */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

/** Sources of one installation that wait for a review. */
export const PENDING_MAX = 1_000;
/** Bytes of content that one installation keeps: of pending and accepted sources. */
export const STORED_MAX_BYTES = 2 * 1024 * 1024 * 1024;

export type SourceQuotaFact =
  | Fact<'SourceCounted', { bytes: number }>
  /** `freedBytes` is the size of a dismissed source, whose content will be deleted, and 0 for an accepted one. */
  | Fact<'SourceReviewCounted', { freedBytes: number }>;
export interface SourceQuota {
  readonly pending: number;
  readonly bytes: number;
}

export const sourceQuotaStream: StreamType<SourceQuota, SourceQuotaFact> = {
  category: 'source_quota',
  factTypes: { SourceCounted: true, SourceReviewCounted: true },
  initial: { pending: 0, bytes: 0 },
  stateVersion: 1,
  evolve: ({ pending, bytes }, fact) => {
    switch (fact.type) {
      case 'SourceCounted':
        return { pending: pending + 1, bytes: bytes + fact.data.bytes };
      case 'SourceReviewCounted':
        return { pending: pending - 1, bytes: bytes - fact.data.freedBytes };
      default:
        return unreachable(fact);
    }
  },
};

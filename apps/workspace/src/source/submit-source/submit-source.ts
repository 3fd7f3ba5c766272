import { accept, refuse, unreachable, type Decision, type Refused } from '@kushk/decider';
import { pendingSource, type PendingSource, type Source, type SourceFact, type Submitted } from '../source.js';
import type { SourceExternalId, SourceExternalIdFact } from '../source-external-id.js';
import { PENDING_MAX, STORED_MAX_BYTES, type SourceQuota, type SourceQuotaFact } from '../source-quota.js';

export interface SubmitSource extends Submitted {
  readonly inputHash: string;
  readonly at: string;
}
interface States {
  readonly externalId: SourceExternalId;
  readonly quota: SourceQuota;
  readonly source: Source;
}
interface Facts {
  readonly externalId: readonly SourceExternalIdFact[];
  readonly quota: readonly SourceQuotaFact[];
  readonly source: readonly SourceFact[];
}
/**
 * The new source, or the id of the source with the same external id. That source is in another stream, so only its id
 * is known.
 */
type Result =
  { readonly created: true; readonly source: PendingSource } | { readonly created: false; readonly sourceId: string };

/**
 * Adds a source that waits for a review. The same `external_id` with the same content returns the source that exists,
 * whatever its status. Different content is rejected.
 */
export function submitSource(command: SubmitSource, { externalId, quota, source }: States): Decision<Facts, Result> {
  const existing = existingSource(command.inputHash, externalId);
  if (existing !== null) return existing;
  switch (source.status) {
    case 'absent': {
      const { inputHash, ...submitted } = command;
      const refusal = quotaRefusal(quota, submitted.size);
      if (refusal !== null) return refusal;
      const { sourceId, size } = submitted;
      return accept(
        {
          externalId: [{ type: 'SourceExternalIdTaken', data: { sourceId, inputHash } }],
          quota: [{ type: 'SourceCounted', data: { bytes: size } }],
          source: [{ type: 'SourceSubmitted', data: submitted }],
        },
        { created: true, source: pendingSource(submitted) },
      );
    }
    case 'pending':
    case 'accepted':
    case 'dismissed':
      // Ids are random, so a duplicate id is a bug and not a reason to reject the command.
      throw new Error(`source ${source.sourceId} exists already`);
    default:
      return unreachable(source);
  }
}

/** Returns the decision for an `external_id` that is taken, or null when it is free. */
export function existingSource(inputHash: string, externalId: SourceExternalId): Decision<Facts, Result> | null {
  switch (externalId.status) {
    case 'free':
      return null;
    case 'taken': {
      const { sourceId } = externalId;
      return externalId.inputHash === inputHash
        ? accept({ externalId: [], quota: [], source: [] }, { created: false, sourceId })
        : refuse('source.external_id_exists', { source_id: sourceId });
    }
    default:
      return unreachable(externalId);
  }
}

/** Returns the refusal of a new source of this size, or null when there is room for it. */
export function quotaRefusal({ pending, bytes }: SourceQuota, size: number): Refused | null {
  if (pending >= PENDING_MAX) return refuse('source.quota_exceeded', { limit: 'pending', maximum: PENDING_MAX });
  if (bytes + size > STORED_MAX_BYTES)
    return refuse('source.quota_exceeded', { limit: 'bytes', maximum: STORED_MAX_BYTES });
  return null;
}

import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, submitted, submitting } from '../../../test/example-source.js';
import { sourceStream } from '../source.js';
import { sourceExternalIdStream, type SourceExternalIdFact } from '../source-external-id.js';
import { PENDING_MAX, sourceQuotaStream, STORED_MAX_BYTES, type SourceQuotaFact } from '../source-quota.js';
import { submitSource } from './submit-source.js';

const taken: SourceExternalIdFact = { type: 'SourceExternalIdTaken', data: { sourceId: 'src_0', inputHash: 'h1' } };
const counted = (bytes: number): SourceQuotaFact => ({ type: 'SourceCounted', data: { bytes } });
const streams = {
  externalId: [sourceExternalIdStream],
  quota: [sourceQuotaStream],
  source: [sourceStream],
} as const;

describe('submitSource', () => {
  it('adds a source that waits for a review, and counts it', () => {
    given(streams)
      .when((states) => submitSource(submitting, states))
      .thenFacts(
        { type: 'SourceExternalIdTaken', data: { sourceId: 'src_1', inputHash: 'h1' } },
        counted(1_000),
        submitted(),
      )
      .thenState({ source: { status: 'pending', createdAt: at }, quota: { pending: 1, bytes: 1_000 } });
  });

  it('returns the source with the same external id and content, and refuses other content', () => {
    const again = { ...streams, externalId: [sourceExternalIdStream, taken] as const };
    given(again)
      .when((states) => submitSource(submitting, states))
      .thenFacts()
      .thenReplies({ created: false, sourceId: 'src_0' });
    given(again)
      .when((states) => submitSource({ ...submitting, inputHash: 'h2' }, states))
      .thenRefuses('source.external_id_exists');
  });

  it('refuses a source when too many wait for a review, or the contents have too many bytes', () => {
    given({ ...streams, quota: [sourceQuotaStream, ...Array.from({ length: PENDING_MAX }, () => counted(1))] })
      .when((states) => submitSource(submitting, states))
      .thenRefuses('source.quota_exceeded');
    const reviewed: SourceQuotaFact = { type: 'SourceReviewCounted', data: { freedBytes: 1_000 } };
    const full = [counted(STORED_MAX_BYTES - 500)];
    given({ ...streams, quota: [sourceQuotaStream, ...full] })
      .when((states) => submitSource(submitting, states))
      .thenRefuses('source.quota_exceeded');
    given({ ...streams, quota: [sourceQuotaStream, ...full, reviewed] })
      .when((states) => submitSource(submitting, states))
      .thenState({ quota: { bytes: STORED_MAX_BYTES - 500 } });
  });
});

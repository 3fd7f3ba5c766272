import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { historyTo, statusesExcept } from '../../../test/example-review.js';
import { reviewStream, type ReviewFact } from '../review.js';
import { recordReleaseStatus } from './record-release-status.js';

const recorded = (releaseStatus: 'published' | 'suspended', sequence: number): ReviewFact => ({
  type: 'ReleaseStatusRecorded',
  data: { releaseStatus, sequence },
});

describe('record release status', () => {
  it('records the new status of an approved release', () => {
    given(reviewStream, ...historyTo.approved)
      .when((review) => recordReleaseStatus({ releaseStatus: 'published', sequence: 4 }, review))
      .thenFacts(recorded('published', 4))
      .thenReplies('recorded');
  });

  it('records only a status with a higher sequence number than the recorded one', () => {
    const published = given(reviewStream, ...historyTo.approved, recorded('published', 4));
    published
      .when((review) => recordReleaseStatus({ releaseStatus: 'suspended', sequence: 4 }, review))
      .thenFacts()
      .thenReplies('already_recorded');
    published
      .when((review) => recordReleaseStatus({ releaseStatus: 'suspended', sequence: 5 }, review))
      .thenFacts(recorded('suspended', 5));
  });

  it.each(statusesExcept('approved'))(
    'rejects the fact for a review in status %s, so that the broker redelivers it',
    (status) => {
      given(reviewStream, ...historyTo[status])
        .when((review) => recordReleaseStatus({ releaseStatus: 'published', sequence: 1 }, review))
        .thenRefuses('review.not_requested');
    },
  );

  it('rejects the fact until the submission has arrived, so that the broker redelivers it', () => {
    given(reviewStream)
      .when((review) => recordReleaseStatus({ releaseStatus: 'published', sequence: 1 }, review))
      .thenRefuses('review.not_requested');
  });
});

import { describe, expect, it } from '@jest/globals';
import type { ReleaseApproval } from '@kushk/credentials';
import { given } from '@kushk/testing/given';
import { byRita, historyTo, sign, statusesExcept } from '../../../test/example-review.js';
import { reviewStream, type ReviewFact } from '../review.js';
import { recordReleaseStatus } from './record-release-status.js';

const recorded = (releaseStatus: 'published' | 'suspended', sequence: number): ReviewFact => ({
  type: 'ReleaseStatusRecorded',
  data: { releaseStatus, sequence },
});

describe('record release status', () => {
  it('records the new status of an approved release', () => {
    given(reviewStream, ...historyTo.approved)
      .when((review) => recordReleaseStatus({ releaseStatus: 'published', sequence: 4, returned: null }, review))
      .thenFacts(recorded('published', 4))
      .thenReplies('recorded');
  });

  it('records only a status with a higher sequence number than the recorded one', () => {
    const published = given(reviewStream, ...historyTo.approved, recorded('published', 4));
    published
      .when((review) => recordReleaseStatus({ releaseStatus: 'suspended', sequence: 4, returned: null }, review))
      .thenFacts()
      .thenReplies('already_recorded');
    published
      .when((review) => recordReleaseStatus({ releaseStatus: 'suspended', sequence: 5, returned: null }, review))
      .thenFacts(recorded('suspended', 5));
  });

  it.each([
    { status: 'submitted', revisions: [1, 2] },
    { status: 'in_review', revisions: [2] },
  ] as const)('records the approval of a return before its status, in status $status', ({ status, revisions }) => {
    const returned = { tier: 'verified', at: byRita.at, approval: sign({} as ReleaseApproval) } as const;
    const { decision } = given(reviewStream, ...historyTo[status])
      .when((review) => recordReleaseStatus({ releaseStatus: 'published', sequence: 4, returned }, review))
      .thenReplies('recorded')
      .thenState({ status: 'approved', takenBy: 'system', revision: 2, releaseStatus: 'published' });
    expect(decision).toMatchObject({
      facts: [
        ...revisions.map((revision) => ({ data: { revision, by: 'system' } })),
        { type: 'ReleaseStatusRecorded' },
      ],
    });
  });

  it.each(['absent', 'rejected', 'withdrawn'] as const)(
    'has no approval of a return for a review that is %s',
    (status) => {
      const returned = { tier: 'verified', at: byRita.at, approval: sign({} as ReleaseApproval) } as const;
      given(reviewStream, ...(status === 'absent' ? [] : historyTo[status]))
        .when((review) => recordReleaseStatus({ releaseStatus: 'published', sequence: 4, returned }, review))
        .thenRefuses('review.not_requested');
    },
  );

  it.each(statusesExcept('approved'))(
    'rejects the fact for a review in status %s, so that the broker redelivers it',
    (status) => {
      given(reviewStream, ...historyTo[status])
        .when((review) => recordReleaseStatus({ releaseStatus: 'published', sequence: 1, returned: null }, review))
        .thenRefuses('review.not_requested');
    },
  );

  it('rejects the fact until the submission has arrived, so that the broker redelivers it', () => {
    given(reviewStream)
      .when((review) => recordReleaseStatus({ releaseStatus: 'published', sequence: 1, returned: null }, review))
      .thenRefuses('review.not_requested');
  });
});

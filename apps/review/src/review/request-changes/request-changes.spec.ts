import { describe, it } from '@jest/globals';
import { releaseTransitions } from '@kushk/contracts';
import { given } from '@kushk/testing/given';
import { appealed, byRita, bySam, historyTo, statusesExcept } from '../../../test/example-review.js';
import { reviewStream } from '../review.js';
import { requestChanges } from './request-changes.js';

const request = {
  ...byRita,
  notes: 'Explain the scopes',
  comments: [{ path: '/scopes/cases.read', text: 'Which cases?' }],
  commentIds: ['cmt_1', 'cmt_2'],
};
const inReview = given(reviewStream, ...historyTo.in_review);

describe('request changes', () => {
  it('keeps the release with its reviewer, and makes the notes the first comment', () => {
    inReview
      .when((review) => requestChanges(request, review))
      .thenFacts({
        type: 'ChangesRequested',
        data: {
          ...byRita,
          revision: 2,
          comments: [
            { id: 'cmt_1', path: '', text: 'Explain the scopes' },
            { id: 'cmt_2', path: '/scopes/cases.read', text: 'Which cases?' },
          ],
        },
      })
      .thenReplies({ status: 'in_review', taken_by: 'rita', revision: 2, changes_requested_at: byRita.at });
  });

  it('is refused to another reviewer than the one who holds the release', () => {
    inReview
      .when((review) => requestChanges({ ...request, ...bySam }, review))
      .thenRefuses('review.taken_by_other', { taken_by: 'rita', taken_by_name: 'Rita' });
  });

  it('is refused for an appeal that nobody has taken', () => {
    given(reviewStream, ...historyTo.rejected, appealed)
      .when((review) => requestChanges(request, review))
      .thenRefuses('review.not_taken', {});
  });

  it.each(statusesExcept('in_review'))('is refused for a release in status %s', (status) => {
    given(reviewStream, ...historyTo[status])
      .when((review) => requestChanges(request, review))
      .thenRefuses('catalogue.transition_invalid', {
        from: status,
        to: 'in_review',
        allowed: releaseTransitions[status],
      });
  });
});

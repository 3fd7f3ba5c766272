import { describe, it } from '@jest/globals';
import { releaseTransitions } from '@kushk/contracts';
import { given } from '@kushk/testing/given';
import {
  byRita,
  bySam,
  givenBack,
  historyTo,
  release,
  requested,
  statusesExcept,
  taken,
} from '../../../test/example-review.js';
import { reviewStream } from '../review.js';
import { takeReview } from './take-review.js';

describe('take review', () => {
  it('assigns a waiting release to the reviewer, with the next revision number', () => {
    given(reviewStream, requested)
      .when((review) => takeReview(byRita, review))
      .thenFacts(taken)
      .thenReplies({
        plugin_id: release.pluginId,
        version: '1.4.0',
        status: 'in_review',
        taken_by: 'rita',
        revision: 1,
      });
  });

  it('assigns a release to another reviewer after it was given back', () => {
    given(reviewStream, requested, taken, givenBack)
      .when((review) => takeReview(bySam, review))
      .thenReplies({ status: 'in_review', taken_by: 'sam', revision: 3 });
  });

  it('rejects a release that is assigned to another reviewer', () => {
    given(reviewStream, ...historyTo.in_review)
      .when((review) => takeReview(bySam, review))
      .thenRefuses('review.taken_by_other', { taken_by: 'rita', taken_by_name: 'Rita' });
  });

  it.each(statusesExcept('submitted'))('rejects a release in status %s, even for its assigned reviewer', (status) => {
    given(reviewStream, ...historyTo[status])
      .when((review) => takeReview(byRita, review))
      .thenRefuses('catalogue.transition_invalid', {
        from: status,
        to: 'in_review',
        allowed: releaseTransitions[status],
      });
  });

  it('rejects a release whose review was never requested', () => {
    given(reviewStream)
      .when((review) => takeReview(byRita, review))
      .thenRefuses('catalogue.release_not_found', { plugin_id: release.pluginId, version: '1.4.0' });
  });

  it('reports the latest status from the catalogue for an approved release', () => {
    given(reviewStream, ...historyTo.approved, {
      type: 'ReleaseStatusRecorded',
      data: { releaseStatus: 'published', sequence: 4 },
    })
      .when((review) => takeReview(byRita, review))
      .thenRefuses('catalogue.transition_invalid', {
        from: 'published',
        to: 'in_review',
        allowed: ['suspended', 'withdrawn'],
      });
  });
});

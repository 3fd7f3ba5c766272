import { describe, expect, it } from '@jest/globals';
import { releaseTransitions } from '@kushk/contracts';
import { given } from '@kushk/testing/given';
import { byRita, bySam, historyTo, release, statusesExcept } from '../../../test/example-review.js';
import { reviewStream } from '../review.js';
import { rejectRelease } from './reject-release.js';

const rejection = { ...byRita, notes: 'Asks for too much' };
const inReview = given(reviewStream, ...historyTo.in_review);

describe('reject release', () => {
  it('rejects the release with the notes of the assigned reviewer', () => {
    inReview
      .when((review) => rejectRelease(rejection, review))
      .thenFacts({ type: 'ReleaseRejected', data: { ...rejection, revision: 2 } })
      .thenReplies({ status: 'rejected', revision: 2 });
  });

  it.each(['', '  '])('returns an error for empty notes: %j', (notes) => {
    const { decision } = inReview
      .when((review) => rejectRelease({ ...rejection, notes }, review))
      .thenRefuses('request.invalid');
    expect(decision).toMatchObject({ refusal: { params: { problems: [{ path: '/notes', code: 'required' }] } } });
  });

  it('accepts notes of at most 4000 code points', () => {
    inReview
      .when((review) => rejectRelease({ ...rejection, notes: '✍'.repeat(4001) }, review))
      .thenRefuses('request.invalid');
    inReview
      .when((review) => rejectRelease({ ...rejection, notes: '✍'.repeat(4000) }, review))
      .thenReplies({ status: 'rejected' });
  });

  it('returns an error when the release is assigned to another reviewer', () => {
    inReview
      .when((review) => rejectRelease({ ...rejection, by: bySam.by }, review))
      .thenRefuses('review.taken_by_other', { taken_by: 'rita', taken_by_name: 'Rita' });
  });

  it.each(statusesExcept('in_review'))('returns an error for a release in status %s', (status) => {
    given(reviewStream, ...historyTo[status])
      .when((review) => rejectRelease(rejection, review))
      .thenRefuses('catalogue.transition_invalid', {
        from: status,
        to: 'rejected',
        allowed: releaseTransitions[status],
      });
  });

  it('returns an error for a release whose review was never requested', () => {
    given(reviewStream)
      .when((review) => rejectRelease(rejection, review))
      .thenRefuses('catalogue.release_not_found', { plugin_id: release.pluginId, version: '1.4.0' });
  });
});

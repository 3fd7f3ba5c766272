import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { historyTo, rejected, step } from '../example-release.js';
import { releaseStream } from '../release.js';
import { recordRejection } from './record-rejection.js';

const rejection = { ...step(2), notes: 'Asks for too much' };

describe('record rejection', () => {
  it('rejects a release in review with the notes of the reviewer', () => {
    given(releaseStream, ...historyTo.in_review)
      .when((release) => recordRejection(rejection, release))
      .thenFacts(rejected)
      .thenReplies('rejected')
      .thenState({ status: 'rejected', reviewNotes: 'Asks for too much' });
  });

  it('ignores a step on a withdrawn release', () => {
    given(releaseStream, ...historyTo.withdrawn)
      .when((release) => recordRejection(rejection, release))
      .thenFacts()
      .thenReplies('already_withdrawn');
  });

  it('refuses a step before the review has started, so that the broker delivers it again', () => {
    given(releaseStream, ...historyTo.submitted)
      .when((release) => recordRejection(rejection, release))
      .thenRefuses('catalogue.review_out_of_order', { seen: 0, got: 2 });
  });
});

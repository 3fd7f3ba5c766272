import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { historyTo, rejected, step } from '../../../test/example-release.js';
import { releaseStream } from '../release.js';
import { recordRejection } from './record-rejection.js';

const rejection = { ...step(2), notes: 'Asks for too much' };

describe('record rejection', () => {
  it("sets a release in review to rejected, with the reviewer's notes", () => {
    given(releaseStream, ...historyTo.in_review)
      .when((release) => recordRejection(rejection, release))
      .thenFacts(rejected)
      .thenReplies('rejected')
      .thenState({ status: 'rejected', reviewNotes: 'Asks for too much' });
  });

  it('ignores the rejection of a withdrawn release', () => {
    given(releaseStream, ...historyTo.withdrawn)
      .when((release) => recordRejection(rejection, release))
      .thenFacts()
      .thenReplies('already_withdrawn');
  });

  it('returns an error before the start of the review, so that the broker redelivers the rejection', () => {
    given(releaseStream, ...historyTo.submitted)
      .when((release) => recordRejection(rejection, release))
      .thenRefuses('catalogue.review_out_of_order', { seen: 0, got: 2 });
  });
});

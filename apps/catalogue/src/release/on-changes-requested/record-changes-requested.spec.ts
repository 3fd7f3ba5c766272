import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { appealed, historyTo, step } from '../../../test/example-release.js';
import { releaseStream } from '../release.js';
import { recordChangesRequested } from './record-changes-requested.js';

const requested = (revision: number) => ({
  ...step(revision),
  comments: [{ id: 'cmt_1', path: '', text: 'Explain the scopes' }],
});

describe('record changes requested', () => {
  it('keeps the release with its reviewer', () => {
    given(releaseStream, ...historyTo.in_review)
      .when((release) => recordChangesRequested(requested(2), release))
      .thenFacts({ type: 'ChangesRequested', data: requested(2) })
      .thenState({
        status: 'in_review',
        takenBy: { subject: 'rita' },
        reviewRevision: 2,
        conversation: { changesRequestedAt: step(2).at },
      });
  });

  it('waits for the reviewer who takes an appeal', () => {
    given(releaseStream, ...historyTo.rejected, appealed)
      .when((release) => recordChangesRequested(requested(3), release))
      .thenRefuses('catalogue.review_out_of_order', { seen: 2, got: 3 });
  });
});

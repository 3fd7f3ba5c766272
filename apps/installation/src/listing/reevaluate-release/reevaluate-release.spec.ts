import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { statusStatementStream } from '../../status-statement/status-statement.js';
import { evaluateRelease } from '../evaluate-release/evaluate-release.js';
import {
  at,
  deferred,
  deferredRefusal,
  evaluation,
  incompatible,
  problem,
  release,
  statusAccepted,
} from '../../../test/example-evaluation.js';
import { accepted } from '../../../test/example-listing.js';
import { listingStream, type ListingFact } from '../listing.js';
import { reevaluateRelease } from './reevaluate-release.js';

const givenDeferred = (...facts: ListingFact[]) =>
  given({
    statement: [statusStatementStream, statusAccepted(1)],
    listing: [listingStream, deferredRefusal, ...facts],
  });

describe('reevaluateRelease', () => {
  it('lists a deferred release from the stored statement', () => {
    givenDeferred()
      .when((states) => reevaluateRelease(evaluation('published', 1), states))
      .thenFactsOf({ listing: [accepted] })
      .thenReplies({ changed: true })
      .thenState({ listing: { status: 'listed', deferredFor: '1.1' } });
  });

  it('changes nothing when the release is already listed', () => {
    givenDeferred(accepted)
      .when((states) => reevaluateRelease(evaluation('published', 1), states))
      .thenFacts();
  });

  it('changes nothing when the release must stay deferred', () => {
    const command = evaluation('published', 1, { releaseProblems: [incompatible], deferred });
    givenDeferred()
      .when((states) => reevaluateRelease(command, states))
      .thenFacts();
  });

  it('rejects a release with a problem that no configuration can fix, and ends its deferral', () => {
    const problems = [problem('scope_missing')];
    givenDeferred()
      .when((states) => reevaluateRelease(evaluation('published', 1, { releaseProblems: problems }), states))
      .thenFactsOf({
        listing: [{ type: 'ListingRefused', data: { ...release, sequence: 1, problems, source: 'hub', at } }],
      })
      .thenState({ listing: { deferredFor: null } });
  });

  it('rejects a release whose statement is no longer trusted', () => {
    const command = evaluation('published', 1, { statementProblems: [problem('statement.unsigned')] });
    givenDeferred()
      .when((states) => reevaluateRelease(command, states))
      .thenState({ listing: { status: 'refused', deferredFor: null } });
  });

  it.each(['suspended', 'withdrawn'] as const)('changes nothing when the release was %s in the meantime', (status) => {
    givenDeferred()
      .when((states) => evaluateRelease(evaluation(status, 2), states))
      .when((states) => reevaluateRelease(evaluation('published', 1), states))
      .thenFacts();
  });

  it('is not needed for a suspended release that the hub publishes again', () => {
    givenDeferred()
      .when((states) => evaluateRelease(evaluation('suspended', 2), states))
      .when((states) => evaluateRelease(evaluation('published', 3), states))
      .thenFactsMatch({ type: 'StatusAccepted' }, { type: 'ListingAccepted' });
  });
});

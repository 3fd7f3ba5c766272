import { describe, it } from '@jest/globals';
import type { Problem } from '@kushk/contracts';
import { given } from '@kushk/testing/given';
import { statusStatementStream, type StatusStatementFact } from '../../status-statement/status-statement.js';
import {
  at,
  deferred,
  deferredRefusal,
  evaluation,
  incompatible,
  problem,
  release,
  statusAccepted,
} from '../example-evaluation.js';
import { accepted, suspended, withdrawn } from '../example-listing.js';
import { listingStream, type ListingFact } from '../listing.js';
import { evaluateRelease } from './evaluate-release.js';

const refusedStatement = (sequence: number, ...problems: Problem[]): StatusStatementFact => ({
  type: 'StatementRefused',
  data: { ...release, sequence, problems, at },
});
/** A listing with these facts, after statements up to this sequence. */
const givenListing = (sequence: number, ...facts: ListingFact[]) =>
  given({
    statement: [statusStatementStream, ...(sequence === 0 ? [] : [statusAccepted(sequence)])],
    listing: [listingStream, ...facts],
  });

describe('evaluateRelease: a published release', () => {
  it('is listed when it has no problem', () => {
    givenListing(0)
      .when((states) => evaluateRelease(evaluation('published', 1), states))
      .thenFactsOf({ statement: [statusAccepted(1)], listing: [accepted] })
      .thenReplies({ changed: true })
      .thenState({ statement: { sequence: 1 }, listing: { status: 'listed', publisher: 'acme' } });
  });

  it('is refused with its problems', () => {
    const problems = [incompatible];
    givenListing(0)
      .when((states) => evaluateRelease(evaluation('published', 1, { releaseProblems: problems }), states))
      .thenFactsOf({
        statement: [statusAccepted(1)],
        listing: [{ type: 'ListingRefused', data: { ...release, sequence: 1, problems, source: 'hub', at } }],
      });
  });

  it('is refused and deferred when another configuration could list it', () => {
    const command = evaluation('published', 1, { releaseProblems: [incompatible], deferred });
    givenListing(0)
      .when((states) => evaluateRelease(command, states))
      .thenFactsOf({ statement: [statusAccepted(1)], listing: [deferredRefusal] })
      .thenState({ listing: { status: 'refused', deferredFor: '1.1' } });
  });

  it('is listed with a later statement when its problems are gone', () => {
    givenListing(1, deferredRefusal)
      .when((states) => evaluateRelease(evaluation('published', 3), states))
      .thenFactsMatch({ type: 'StatusAccepted' }, { type: 'ListingAccepted' });
  });

  it('is resumed when it was suspended', () => {
    givenListing(2, accepted, suspended)
      .when((states) => evaluateRelease(evaluation('published', 3), states))
      .thenFactsOf({
        statement: [statusAccepted(3)],
        listing: [{ type: 'ListingResumed', data: { sequence: 3, at } }],
      });
  });

  it('stays withdrawn, also with a new sequence', () => {
    givenListing(2, accepted, withdrawn)
      .when((states) => evaluateRelease(evaluation('published', 3), states))
      .thenFactsOf({ statement: [statusAccepted(3)] })
      .thenReplies({ changed: false });
  });
});

describe('evaluateRelease: a suspended or withdrawn release', () => {
  const withdrawnAs = (sequence: number, wasSuspended: boolean): ListingFact => ({
    type: 'ListingWithdrawn',
    data: { sequence, reason: 'It leaks', wasSuspended, at },
  });

  it('is suspended when it is listed', () => {
    givenListing(1, accepted)
      .when((states) => evaluateRelease(evaluation('suspended', 2), states))
      .thenFactsOf({ statement: [statusAccepted(2)], listing: [suspended] });
  });

  it('is withdrawn when it is listed or suspended', () => {
    givenListing(1, accepted)
      .when((states) => evaluateRelease(evaluation('withdrawn', 2), states))
      .thenFactsOf({ statement: [statusAccepted(2)], listing: [withdrawnAs(2, false)] });
    givenListing(2, accepted, suspended)
      .when((states) => evaluateRelease(evaluation('withdrawn', 3), states))
      .thenFactsOf({ statement: [statusAccepted(3)], listing: [withdrawnAs(3, true)] });
  });

  it('changes nothing when the release was refused', () => {
    const refused: ListingFact = {
      type: 'ListingRefused',
      data: { ...release, sequence: 1, problems: [incompatible], source: 'hub', at },
    };
    givenListing(1, refused)
      .when((states) => evaluateRelease(evaluation('suspended', 2), states))
      .thenFactsOf({ statement: [statusAccepted(2)] });
  });

  it.each(['suspended', 'withdrawn'] as const)('ends the deferral of a deferred release that is %s', (status) => {
    givenListing(1, deferredRefusal)
      .when((states) => evaluateRelease(evaluation(status, 2), states))
      .thenState({ listing: { status: 'refused', deferredFor: null } });
  });
});

describe('evaluateRelease: the status statement', () => {
  it('is refused when it is forged, and its sequence does not count', () => {
    const unsigned = problem('statement.unsigned');
    givenListing(1, accepted)
      .when((states) => evaluateRelease(evaluation('withdrawn', 99, { statementProblems: [unsigned] }), states))
      .thenFactsOf({ statement: [refusedStatement(99, unsigned)] })
      .thenState({ statement: { sequence: 1 }, listing: { status: 'listed' } });
  });

  it.each(['published', 'suspended', 'withdrawn'] as const)(
    'is refused when its sequence is not higher than the last one: %s',
    (status) => {
      givenListing(2, accepted, suspended)
        .when((states) => evaluateRelease(evaluation(status, 2), states))
        .thenFactsMatch({ type: 'StatementRefused', data: { problems: [{ code: 'statement.stale' }] } })
        .thenState({ statement: { sequence: 2 }, listing: { status: 'suspended' } });
    },
  );
});

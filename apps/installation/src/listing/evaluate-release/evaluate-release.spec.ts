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
} from '../../../test/example-evaluation.js';
import { accepted, suspended, withdrawn } from '../../../test/example-listing.js';
import { listingStream, type ListingFact } from '../listing.js';
import { evaluateRelease } from './evaluate-release.js';

const refusedStatement = (sequence: number, ...problems: Problem[]): StatusStatementFact => ({
  type: 'StatementRefused',
  data: { ...release, sequence, problems, at },
});
const developed = {
  ...accepted,
  data: { ...accepted.data, source: 'development', manifestDigest: 'sha256:2' },
} as ListingFact;
/**
 * Starts a test from a listing with these facts. `sequence` is that of the last accepted status statement; 0 if there
 * is none.
 */
const givenListing = (sequence: number, ...facts: ListingFact[]) =>
  given({
    statement: [statusStatementStream, ...(sequence === 0 ? [] : [statusAccepted(sequence)])],
    listing: [listingStream, ...facts],
  });

describe('evaluateRelease: a statement that publishes a release', () => {
  it('lists a release without problems', () => {
    givenListing(0)
      .when((states) => evaluateRelease(evaluation('published', 1), states))
      .thenFactsOf({ statement: [statusAccepted(1)], listing: [accepted] })
      .thenReplies({ changed: true })
      .thenState({ statement: { sequence: 1 }, listing: { status: 'listed', publisher: 'acme' } });
  });

  it('rejects a release with problems and records them', () => {
    const problems = [incompatible];
    givenListing(0)
      .when((states) => evaluateRelease(evaluation('published', 1, { releaseProblems: problems }), states))
      .thenFactsOf({
        statement: [statusAccepted(1)],
        listing: [{ type: 'ListingRefused', data: { ...release, sequence: 1, problems, source: 'hub', at } }],
      });
  });

  it('rejects and defers a release that the instance could list with another configuration', () => {
    const command = evaluation('published', 1, { releaseProblems: [incompatible], deferred });
    givenListing(0)
      .when((states) => evaluateRelease(command, states))
      .thenFactsOf({ statement: [statusAccepted(1)], listing: [deferredRefusal] })
      .thenState({ listing: { status: 'refused', deferredFor: '1.1' } });
  });

  it('replaces a development release of the same version, whatever its content and its status', () => {
    for (const later of [[], [suspended], [withdrawn]])
      givenListing(0, developed, ...later)
        .when((states) => evaluateRelease(evaluation('published', 1), states))
        .thenFactsOf({ statement: [statusAccepted(1)], listing: [accepted] })
        .thenState({ listing: { status: 'listed', source: 'hub', manifestDigest: 'sha256:1' } });
  });

  it('lists other content of a development release, but never in place of a release that the hub signed', () => {
    const development = { source: 'development', manifestDigest: 'sha256:3' } as const;
    const command = evaluation('published', 2, development);
    givenListing(1, developed)
      .when((states) => evaluateRelease(command, states))
      .thenFactsMatch({ type: 'StatusAccepted' }, { type: 'ListingAccepted', data: { manifestDigest: 'sha256:3' } });
    for (const signed of [[accepted], [accepted, suspended], [deferredRefusal], [developed, suspended]])
      givenListing(1, ...signed)
        .when((states) => evaluateRelease(command, states))
        .thenFactsOf({ statement: [statusAccepted(2)] });
  });

  it('lists a rejected release when a later statement finds no problems', () => {
    givenListing(1, deferredRefusal)
      .when((states) => evaluateRelease(evaluation('published', 3), states))
      .thenFactsMatch({ type: 'StatusAccepted' }, { type: 'ListingAccepted' });
  });

  it('resumes a suspended release', () => {
    givenListing(2, accepted, suspended)
      .when((states) => evaluateRelease(evaluation('published', 3), states))
      .thenFactsOf({
        statement: [statusAccepted(3)],
        listing: [{ type: 'ListingResumed', data: { sequence: 3, at } }],
      });
  });

  it('does not list a withdrawn release, even when the statement has a higher sequence', () => {
    givenListing(2, accepted, withdrawn)
      .when((states) => evaluateRelease(evaluation('published', 3), states))
      .thenFactsOf({ statement: [statusAccepted(3)] })
      .thenReplies({ changed: false });
  });
});

describe('evaluateRelease: a statement that suspends or withdraws a release', () => {
  const withdrawnAs = (sequence: number, wasSuspended: boolean): ListingFact => ({
    type: 'ListingWithdrawn',
    data: { sequence, reason: 'It leaks', wasSuspended, at },
  });

  it('suspends a listed release', () => {
    givenListing(1, accepted)
      .when((states) => evaluateRelease(evaluation('suspended', 2), states))
      .thenFactsOf({ statement: [statusAccepted(2)], listing: [suspended] });
  });

  it('withdraws a listed or a suspended release', () => {
    givenListing(1, accepted)
      .when((states) => evaluateRelease(evaluation('withdrawn', 2), states))
      .thenFactsOf({ statement: [statusAccepted(2)], listing: [withdrawnAs(2, false)] });
    givenListing(2, accepted, suspended)
      .when((states) => evaluateRelease(evaluation('withdrawn', 3), states))
      .thenFactsOf({ statement: [statusAccepted(3)], listing: [withdrawnAs(3, true)] });
  });

  it('changes nothing for a rejected release', () => {
    const refused: ListingFact = {
      type: 'ListingRefused',
      data: { ...release, sequence: 1, problems: [incompatible], source: 'hub', at },
    };
    givenListing(1, refused)
      .when((states) => evaluateRelease(evaluation('suspended', 2), states))
      .thenFactsOf({ statement: [statusAccepted(2)] });
  });

  it.each(['suspended', 'withdrawn'] as const)('with status %s ends the deferral of a deferred release', (status) => {
    givenListing(1, deferredRefusal)
      .when((states) => evaluateRelease(evaluation(status, 2), states))
      .thenState({ listing: { status: 'refused', deferredFor: null } });
  });
});

describe('evaluateRelease: a status statement', () => {
  it('is rejected when it is forged, and its sequence is not recorded', () => {
    const unsigned = problem('statement.unsigned');
    givenListing(1, accepted)
      .when((states) => evaluateRelease(evaluation('withdrawn', 99, { statementProblems: [unsigned] }), states))
      .thenFactsOf({ statement: [refusedStatement(99, unsigned)] })
      .thenState({ statement: { sequence: 1 }, listing: { status: 'listed' } });
  });

  it.each(['published', 'suspended', 'withdrawn'] as const)(
    'with status %s is rejected when its sequence is not higher than the last one',
    (status) => {
      givenListing(2, accepted, suspended)
        .when((states) => evaluateRelease(evaluation(status, 2), states))
        .thenFactsMatch({ type: 'StatementRefused', data: { problems: [{ code: 'statement.stale' }] } })
        .thenState({ statement: { sequence: 2 }, listing: { status: 'suspended' } });
    },
  );
});

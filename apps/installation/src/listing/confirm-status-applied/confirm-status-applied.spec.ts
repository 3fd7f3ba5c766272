import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { statusStatementStream } from '../../status-statement/status-statement.js';
import { at, deferredRefusal, release, statusAccepted } from '../../../test/example-evaluation.js';
import { accepted, suspended } from '../../../test/example-listing.js';
import { listingStream } from '../listing.js';
import { confirmStatusApplied } from './confirm-status-applied.js';

const command = { ...release, at };
const applied = (sequence: number) => ({ type: 'StatusApplied', data: { ...release, sequence, at } });

describe('confirmStatusApplied', () => {
  it('records once that the last accepted status statement is applied', () => {
    given({
      statement: [statusStatementStream, statusAccepted(1), statusAccepted(2)],
      listing: [listingStream, accepted, suspended],
    })
      .when((states) => confirmStatusApplied(command, states))
      .thenFactsOf({ statement: [applied(2)] })
      .when((states) => confirmStatusApplied(command, states))
      .thenFacts();
  });

  it('ends the deferral of a release that is now listed', () => {
    given({
      statement: [statusStatementStream, statusAccepted(1)],
      listing: [listingStream, deferredRefusal, accepted],
    })
      .when((states) => confirmStatusApplied(command, states))
      .thenFactsOf({ statement: [applied(1)], listing: [{ type: 'ListingDeferralEnded', data: { at } }] })
      .thenState({ listing: { status: 'listed', deferredFor: null } })
      .when((states) => confirmStatusApplied(command, states))
      .thenFacts();
  });

  it('records nothing for a rejected or unknown release', () => {
    given({ statement: [statusStatementStream, statusAccepted(1)], listing: [listingStream, deferredRefusal] })
      .when((states) => confirmStatusApplied(command, states))
      .thenFacts();
    given({ statement: [statusStatementStream], listing: [listingStream] })
      .when((states) => confirmStatusApplied(command, states))
      .thenFacts();
  });
});

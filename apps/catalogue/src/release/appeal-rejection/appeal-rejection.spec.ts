import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import {
  appealed,
  change,
  historyTo,
  rejected,
  releaseIn,
  step,
  statusesExcept,
} from '../../../test/example-release.js';
import { releaseTransitions } from '@kushk/contracts';
import { releaseStream, type ReleaseFact } from '../release.js';
import { appealRejection } from './appeal-rejection.js';

const DAY_MS = 86_400_000;
const decidedAt = Date.parse(step(2).at);
const appeal = { ...change, publisherId: 'acme', text: 'It needs them' };
const after = (milliseconds: number) => ({ ...appeal, at: new Date(decidedAt + milliseconds).toISOString() });

describe('appeal a rejection', () => {
  it('brings the release back into review without a reviewer, and keeps the rejection', () => {
    given(releaseIn('rejected'))
      .when((states) => appealRejection(after(30 * DAY_MS), states))
      .thenFactsMatch({ type: 'RejectionAppealed', data: { text: 'It needs them', by: change.by } })
      .thenState({
        release: {
          status: 'in_review',
          takenBy: null,
          conversation: {
            appeal: { text: 'It needs them', rejected_at: step(2).at, rejection_notes: 'Asks for too much' },
          },
        },
      });
  });

  it('ends the request for changes of the reviewer who rejected the release', () => {
    const requested = { type: 'ChangesRequested', data: { ...step(2), comments: [] } } as const;
    const again = [...historyTo.in_review, requested, { ...rejected, data: { ...rejected.data, reviewRevision: 3 } }];
    given({ ...releaseIn('rejected'), release: [releaseStream, ...(again as readonly ReleaseFact[])] as const })
      .when((states) => appealRejection(appeal, states))
      .thenState({ release: { conversation: { changesRequestedAt: null } } });
  });

  it('is refused more than 30 days after the rejection', () => {
    given(releaseIn('rejected'))
      .when((states) => appealRejection(after(30 * DAY_MS + 1), states))
      .thenRefuses('catalogue.transition_invalid', {
        from: 'rejected',
        to: 'in_review',
        allowed: [],
        reason: 'too_late',
      });
  });

  it('is refused a second time', () => {
    const again = [
      ...historyTo.rejected,
      appealed,
      { type: 'ReviewStarted', data: { ...step(3), by: 'sam' } },
      { ...rejected, data: { ...rejected.data, reviewRevision: 4 } },
    ] as const;
    given({ ...releaseIn('rejected'), release: [releaseStream, ...(again as readonly ReleaseFact[])] as const })
      .when((states) => appealRejection(appeal, states))
      .thenRefuses('catalogue.transition_invalid', {
        from: 'rejected',
        to: 'in_review',
        allowed: [],
        reason: 'already_appealed',
      });
  });

  it.each(statusesExcept('rejected'))('is refused for a release in status %s', (status) => {
    given(releaseIn(status))
      .when((states) => appealRejection(appeal, states))
      .thenRefuses('catalogue.transition_invalid', {
        from: status,
        to: 'in_review',
        allowed: releaseTransitions[status],
      });
  });
});

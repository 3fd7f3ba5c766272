import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, target } from '../../../test/example-usage.js';
import { usageStream, type UsageReportFact } from '../usage-report.js';
import { completeUsage, type CompleteUsage } from './complete-usage.js';

const report = (minute: number, more: Partial<CompleteUsage> = {}): CompleteUsage => ({
  ...target,
  asOf: at(minute),
  closed: false,
  reported: 2,
  knownBefore: 2,
  regressed: [],
  ...more,
});
const completed = (minute: number, closed = false): UsageReportFact => ({
  type: 'UsageReportCompleted',
  data: { ...target, asOf: at(minute), closed },
});
const regressed = (minute: number, missing: number, ...aliases: string[]): UsageReportFact => ({
  type: 'UsageRegressionDetected',
  data: { ...target, asOf: at(minute), missing, aliases },
});

describe('complete a usage report', () => {
  it('records the first report, and a repeated one without a fact', () => {
    given(usageStream)
      .when((stored) => completeUsage(report(1), stored))
      .thenFacts(completed(1))
      .thenReplies({ accepted: true })
      .when((stored) => completeUsage(report(2, { reported: 9 }), stored))
      .thenFacts();
  });

  it('closes a month only once', () => {
    given(usageStream, completed(1))
      .when((stored) => completeUsage(report(2, { closed: true }), stored))
      .thenFacts(completed(2, true))
      .thenState({ status: 'closed' })
      .when((stored) => completeUsage(report(3), stored))
      .thenFacts()
      .thenState({ status: 'closed' });
  });

  it('rejects a report with lower counters and records the regression once', () => {
    given(usageStream, completed(1))
      .when((stored) => completeUsage(report(2, { closed: true, regressed: ['a'] }), stored))
      .thenFacts(regressed(2, 0, 'a'))
      .thenReplies({ accepted: false })
      .thenState({ status: 'open' })
      .when((stored) => completeUsage(report(3, { regressed: ['a'] }), stored))
      .thenFacts()
      .thenReplies({ accepted: false });
  });

  it('rejects a report with fewer installations than were stored before it was requested', () => {
    given(usageStream)
      .when((stored) => completeUsage(report(2, { reported: 4, knownBefore: 7 }), stored))
      .thenFacts(regressed(2, 3))
      .thenReplies({ accepted: false });
  });

  it('accepts reports again once they have caught up', () => {
    given(usageStream, completed(1), regressed(2, 1, 'a'))
      .when((stored) => completeUsage(report(3), stored))
      .thenFacts(completed(3))
      .thenReplies({ accepted: true })
      .thenState({ regression: null });
  });
});

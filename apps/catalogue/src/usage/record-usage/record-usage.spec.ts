import { describe, expect, it } from '@jest/globals';
import type { InstanceUsageItem } from '@kushk/contracts';
import { fold } from '@kushk/decider';
import { given } from '@kushk/testing/given';
import fc from 'fast-check';
import { at, itemWith, target } from '../../../test/example-usage.js';
import { installationUsageStream, type InstallationUsageReported } from '../installation-usage.js';
import { recordUsage, type RecordUsage } from './record-usage.js';

const report = (minute: number, item: InstanceUsageItem): RecordUsage => ({ ...target, asOf: at(minute), item });
const reported = (minute: number, item: InstanceUsageItem): InstallationUsageReported => ({
  type: 'InstallationUsageReported',
  data: report(minute, item),
});

describe('record the usage of an installation', () => {
  it('stores the first report, and a later one with higher counters', () => {
    given(installationUsageStream)
      .when((stored) => recordUsage(report(1, itemWith(3)), stored))
      .thenFacts(reported(1, itemWith(3)))
      .thenReplies({ regressed: false })
      .when((stored) => recordUsage(report(2, itemWith(3, { proposals_rejected: 1 })), stored))
      .thenFacts(reported(2, itemWith(3, { proposals_rejected: 1 })));
  });

  it('accepts a repeated report without recording a fact', () => {
    given(installationUsageStream, reported(1, itemWith(3)))
      .when((stored) => recordUsage(report(2, itemWith(3)), stored))
      .thenFacts()
      .thenReplies({ regressed: false });
  });

  it('ignores a report in which only the sequence has risen, because the wallet was used in another month', () => {
    given(installationUsageStream, reported(1, itemWith(3)))
      .when((stored) => recordUsage(report(2, itemWith(3, { sequence: 90 })), stored))
      .thenFacts();
  });

  it('ignores a report that arrives after a later one', () => {
    given(installationUsageStream, reported(5, itemWith(5)))
      .when((stored) => recordUsage(report(4, itemWith(4)), stored))
      .thenFacts()
      .thenReplies({ regressed: false });
  });

  it('stores higher counters from an instance whose clock was set back', () => {
    given(installationUsageStream, reported(50, itemWith(5)))
      .when((stored) => recordUsage(report(4, itemWith(7)), stored))
      .thenFacts(reported(4, itemWith(7)))
      .thenState({ asOf: at(50), item: itemWith(7) });
  });

  it.each([
    ['a lower sequence', itemWith(4)],
    ['less consumption', itemWith(9, { mu_consumed: '4.999999' })],
    ['fewer gifts', itemWith(9, { mu_gifted: '49' })],
    ['fewer proposals', itemWith(9, { proposals_applied: 4 })],
    ['a missing service', itemWith(9, { services: [] })],
    ['a lower count of a service', itemWith(9, { services: [{ service: 'ocr.page', count: 4, mu: '9' }] })],
  ])('does not count a report with %s, and returns it as a regression', (_difference, item) => {
    given(installationUsageStream, reported(1, itemWith(5)))
      .when((stored) => recordUsage(report(2, item), stored))
      .thenFacts()
      .thenReplies({ regressed: true })
      .when((stored) => recordUsage(report(3, itemWith(9)), stored))
      .thenReplies({ regressed: false })
      .thenState({ item: itemWith(9) });
  });

  it('stores the highest counters, however often and in whatever order reports arrive', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { minLength: 1, maxLength: 12 }), fc.infiniteStream(fc.nat()), (steps, picks) => {
        let highest = 0;
        const reports = steps.map((step, minute) => report(minute, itemWith((highest += step))));
        let stored = installationUsageStream.initial;
        const apply = (one: RecordUsage): void => {
          const { facts, reply } = recordUsage(one, stored);
          expect(reply.regressed).toBe(false);
          stored = fold(installationUsageStream, facts, stored);
        };
        for (const pick of picks.take(20)) apply(reports[pick % reports.length]!);
        for (const one of reports) apply(one);
        expect(stored).toMatchObject({ item: { mu_consumed: String(highest) } });
      }),
    );
  });
});

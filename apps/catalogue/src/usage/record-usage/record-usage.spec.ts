import { describe, expect, it } from '@jest/globals';
import type { InstanceUsageItem } from '@kushk/contracts';
import { fold } from '@kushk/decider';
import { given } from '@kushk/testing/given';
import fc from 'fast-check';
import { usageStream, type UsageFact } from '../usage-report.js';
import { recordUsage, type RecordUsage } from './record-usage.js';

const target = { publisherId: 'acme', month: '2026-11', instanceId: 'i1' };
const item = (alias: string, sequence: number, more: Partial<InstanceUsageItem> = {}): InstanceUsageItem => ({
  plugin_id: 'ir.acme.invoices',
  alias,
  sequence,
  mu_consumed: String(sequence),
  mu_purchased: '0',
  mu_gifted: '50',
  proposals_applied: sequence,
  proposals_rejected: 0,
  services: [{ service: 'ocr.page', count: sequence, mu: String(sequence) }],
  ...more,
});
const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString();
const report = (minute: number, items: readonly InstanceUsageItem[], closed = false): RecordUsage => ({
  ...target,
  asOf: at(minute),
  closed,
  items,
});
const reported = (minute: number, items: readonly InstanceUsageItem[], closed = false): UsageFact => ({
  type: 'UsageReported',
  data: { ...target, asOf: at(minute), closed, items },
});
const regressed = (minute: number, ...aliases: string[]): UsageFact => ({
  type: 'UsageRegressionDetected',
  data: { ...target, asOf: at(minute), aliases },
});

describe('record usage', () => {
  it('stores the first report, even if it is empty', () => {
    given(usageStream)
      .when((stored) => recordUsage(report(1, [item('a', 3), item('b', 1)]), stored))
      .thenFacts(reported(1, [item('a', 3), item('b', 1)]))
      .thenReplies({ accepted: true });
    given(usageStream)
      .when((stored) => recordUsage(report(1, []), stored))
      .thenFacts(reported(1, []));
  });

  it('accepts a repeated report without recording a fact', () => {
    given(usageStream, reported(1, [item('a', 3)]))
      .when((stored) => recordUsage(report(2, [item('a', 3)]), stored))
      .thenFacts()
      .thenReplies({ accepted: true });
  });

  it('stores only the items whose counters have risen', () => {
    given(usageStream, reported(1, [item('a', 3), item('b', 1)]))
      .when((stored) => recordUsage(report(2, [item('a', 5), item('b', 1), item('c', 1)]), stored))
      .thenFacts(reported(2, [item('a', 5), item('c', 1)]));
    given(usageStream, reported(1, [item('a', 3)]))
      .when((stored) => recordUsage(report(2, [item('a', 3, { proposals_rejected: 1 })]), stored))
      .thenFacts(reported(2, [item('a', 3, { proposals_rejected: 1 })]));
  });

  it('ignores a report in which only the sequence has risen, because the wallet was used in another month', () => {
    given(usageStream, reported(1, [item('a', 3)]))
      .when((stored) => recordUsage(report(2, [item('a', 3, { sequence: 90 })]), stored))
      .thenFacts();
  });

  it('accepts a report that arrives after a later one, without recording a fact', () => {
    given(usageStream, reported(5, [item('a', 5)]))
      .when((stored) => recordUsage(report(4, [item('a', 4)]), stored))
      .thenFacts()
      .thenReplies({ accepted: true });
  });

  it('stores higher counters from an instance whose clock was set back', () => {
    given(usageStream, reported(50, [item('a', 5)]))
      .when((stored) => recordUsage(report(4, [item('a', 7)]), stored))
      .thenFacts(reported(4, [item('a', 7)]))
      .thenState({ asOf: at(50), items: { a: item('a', 7) } });
    given(usageStream, reported(50, [item('a', 5)]))
      .when((stored) => recordUsage(report(4, [item('a', 5)], true), stored))
      .thenState({ status: 'closed' });
  });

  it.each([
    ['a lower sequence', [item('a', 4)]],
    ['less consumption', [item('a', 9, { mu_consumed: '4.999999' })]],
    ['fewer gifts', [item('a', 9, { mu_gifted: '49' })]],
    ['fewer proposals', [item('a', 9, { proposals_applied: 4 })]],
    ['a missing service', [item('a', 9, { services: [] })]],
    ['a lower count of a service', [item('a', 9, { services: [{ service: 'ocr.page', count: 4, mu: '9' }] })]],
    ['a missing installation', [item('b', 1)]],
  ])('rejects a report with %s and records the regression once', (_difference, items) => {
    given(usageStream, reported(1, [item('a', 5)]))
      .when((stored) => recordUsage(report(2, items), stored))
      .thenFacts(regressed(2, 'a'))
      .thenReplies({ accepted: false })
      .thenState({ items: { a: { sequence: 5, mu_consumed: '5' } } })
      .when((stored) => recordUsage(report(3, items), stored))
      .thenFacts()
      .thenReplies({ accepted: false });
  });

  it('accepts reports again once their counters exceed the stored ones', () => {
    given(usageStream, reported(1, [item('a', 5)]), regressed(2, 'a'))
      .when((stored) => recordUsage(report(3, [item('a', 6)]), stored))
      .thenFacts(reported(3, [item('a', 6)]))
      .thenState({ regressed: [] });
  });

  it('closes a month only once', () => {
    given(usageStream, reported(1, [item('a', 5)]))
      .when((stored) => recordUsage(report(2, [item('a', 5)], true), stored))
      .thenFacts(reported(2, [], true))
      .thenState({ status: 'closed', items: { a: item('a', 5) } })
      .when((stored) => recordUsage(report(3, [item('a', 5)], true), stored))
      .thenFacts();
  });

  it('stores the highest counters, however often and in whatever order reports arrive', () => {
    const increases = fc.array(fc.record({ a: fc.nat(3), b: fc.nat(3) }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(increases, fc.infiniteStream(fc.nat()), (steps, picks) => {
        let [a, b] = [0, 0];
        const reports = steps.map(
          (step, minute) => (([a, b] = [a + step.a, b + step.b]), report(minute, [item('a', a), item('b', b)])),
        );
        let stored = usageStream.initial;
        const apply = (one: RecordUsage): void => {
          const { facts } = recordUsage(one, stored);
          expect(facts.some(({ type }) => type === 'UsageRegressionDetected')).toBe(false);
          stored = fold(usageStream, facts, stored);
        };
        for (const pick of picks.take(20)) apply(reports[pick % reports.length]!);
        for (const one of reports) apply(one);
        expect(stored).toMatchObject({ items: { a: { mu_consumed: String(a) }, b: { mu_consumed: String(b) } } });
      }),
    );
  });
});

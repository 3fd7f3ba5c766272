import { describe, expect, it } from '@jest/globals';
import type { InstanceUsageItem } from '@kushk/contracts';
import { fold } from '@kushk/decider';
import { given } from '@kushk/testing';
import fc from 'fast-check';
import { usageStream, type ReportedUsage, type UsageFact } from '../usage-report.js';
import { keepUsage, type KeepUsage } from './keep-usage.js';

const of = { publisherId: 'acme', month: '2026-11', instanceId: 'i1' };
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
const report = (minute: number, items: readonly InstanceUsageItem[], closed = false): KeepUsage => ({
  ...of,
  asOf: at(minute),
  closed,
  items,
});
const reported = (minute: number, items: readonly InstanceUsageItem[], closed = false): UsageFact => ({
  type: 'UsageReported',
  data: { ...of, asOf: at(minute), closed, items },
});
const fellBehind = (minute: number, ...aliases: string[]): UsageFact => ({
  type: 'UsageFellBehind',
  data: { ...of, asOf: at(minute), aliases },
});

describe('a report of usage', () => {
  it('is kept, and a repeat of it is not', () => {
    given(usageStream)
      .when((known) => keepUsage(report(1, [item('a', 3), item('b', 1)]), known))
      .thenFacts(reported(1, [item('a', 3), item('b', 1)]))
      .thenReplies({ taken: true });
    given(usageStream, reported(1, [item('a', 3)]))
      .when((known) => keepUsage(report(2, [item('a', 3)]), known))
      .thenFacts()
      .thenReplies({ taken: true });
    given(usageStream)
      .when((known) => keepUsage(report(1, []), known))
      .thenFacts(reported(1, []));
  });

  it('brings what has grown, and leaves the rest', () => {
    given(usageStream, reported(1, [item('a', 3), item('b', 1)]))
      .when((known) => keepUsage(report(2, [item('a', 5), item('b', 1), item('c', 1)]), known))
      .thenFacts(reported(2, [item('a', 5), item('c', 1)]));
    given(usageStream, reported(1, [item('a', 3)]))
      .when((known) => keepUsage(report(2, [item('a', 3, { proposals_rejected: 1 })]), known))
      .thenFacts(reported(2, [item('a', 3, { proposals_rejected: 1 })]));
    // The wallet went on in another month.
    given(usageStream, reported(1, [item('a', 3)]))
      .when((known) => keepUsage(report(2, [item('a', 3, { sequence: 90 })]), known))
      .thenFacts();
  });

  it('that was overtaken on its way changes nothing, and is no alarm', () => {
    given(usageStream, reported(5, [item('a', 5)]))
      .when((known) => keepUsage(report(4, [item('a', 4)]), known))
      .thenFacts()
      .thenReplies({ taken: true });
  });

  it('counts where it says more, whatever its clock says: an instance whose clock was set back is heard on', () => {
    given(usageStream, reported(50, [item('a', 5)]))
      .when((known) => keepUsage(report(4, [item('a', 7)]), known))
      .thenFacts(reported(4, [item('a', 7)]))
      .thenState({ asOf: at(50), items: { a: item('a', 7) } });
    given(usageStream, reported(50, [item('a', 5)]))
      .when((known) => keepUsage(report(4, [item('a', 5)], true), known))
      .thenState({ closed: true });
  });

  it.each([
    ['a lower sequence', [item('a', 4)]],
    ['less consumed', [item('a', 9, { mu_consumed: '4.999999' })]],
    ['less purchased', [item('a', 9, { mu_gifted: '49' })]],
    ['fewer proposals', [item('a', 9, { proposals_applied: 4 })]],
    ['a service forgotten', [item('a', 9, { services: [] })]],
    ['fewer of a service', [item('a', 9, { services: [{ service: 'ocr.page', count: 4, mu: '9' }] })]],
    ['an installation forgotten', [item('b', 1)]],
  ])('with %s comes from an instance that was set back: an alarm once, and nothing of it counts', (_what, items) => {
    const { state } = given(usageStream, reported(1, [item('a', 5)]))
      .when((known) => keepUsage(report(2, items), known))
      .thenFacts(fellBehind(2, 'a'))
      .thenReplies({ taken: false });
    expect(state).toMatchObject({ items: { a: { sequence: 5, mu_consumed: '5' } } });
    expect(keepUsage(report(3, items), state as ReportedUsage)).toMatchObject({
      accepted: true,
      facts: [],
      reply: { taken: false },
    });
  });

  it('counts again when the instance has overtaken what it had said', () => {
    given(usageStream, reported(1, [item('a', 5)]), fellBehind(2, 'a'))
      .when((known) => keepUsage(report(3, [item('a', 6)]), known))
      .thenFacts(reported(3, [item('a', 6)]))
      .thenState({ behind: [] });
  });

  it('closes its month once and for good', () => {
    const { state } = given(usageStream, reported(1, [item('a', 5)]))
      .when((known) => keepUsage(report(2, [item('a', 5)], true), known))
      .thenFacts(reported(2, [], true))
      .thenState({ closed: true, items: { a: item('a', 5) } });
    expect(keepUsage(report(3, [item('a', 5)], true), state as ReportedUsage)).toMatchObject({ facts: [] });
  });

  it('may come in any order, any number of times: the highest of each is what is known', () => {
    const walk = fc.array(fc.record({ a: fc.nat(3), b: fc.nat(3) }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(walk, fc.infiniteStream(fc.nat()), (steps, picks) => {
        let [a, b] = [0, 0];
        const reports = steps.map(
          (step, minute) => (([a, b] = [a + step.a, b + step.b]), report(minute, [item('a', a), item('b', b)])),
        );
        let known = usageStream.initial;
        const play = (one: KeepUsage): void => {
          const { facts } = keepUsage(one, known) as { facts: UsageFact[] };
          known = facts.reduce((state, fact) => usageStream.evolve(state, fact), known);
          expect(facts.some(({ type }) => type === 'UsageFellBehind')).toBe(false);
        };
        for (const pick of picks.take(20)) play(reports[pick % reports.length]!);
        for (const one of reports) play(one);
        expect(known.items).toMatchObject({ a: { mu_consumed: String(a) }, b: { mu_consumed: String(b) } });
      }),
    );
    expect(fold(usageStream, [])).toEqual(usageStream.initial);
  });
});

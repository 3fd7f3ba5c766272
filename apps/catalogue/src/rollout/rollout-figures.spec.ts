import { describe, expect, it } from '@jest/globals';
import { DEFAULT_HALT_RULE, TOOL_DURATION_BOUNDS_MS, type PeriodCounts, type RolloutFigures } from '@kushk/contracts';
import fc from 'fast-check';
import { figuresOf, haltReason, isHaltDue, type InstanceReport } from './rollout-figures.js';

const since = '2026-11-20T10:00:00.000Z';
const now = new Date('2026-11-20T10:30:00Z');
const before = { plugin_id: 'ir.acme.invoices', version: '1.0.0', from: '2026-11-13T10:00:00Z', to: since };
const slots = TOOL_DURATION_BOUNDS_MS.length + 1;

const countsOf = (calls: number, errors: number, changes: Partial<PeriodCounts> = {}): PeriodCounts => ({
  tool_calls: calls,
  tool_errors: errors,
  tool_durations: [calls, ...Array.from({ length: slots - 1 }, () => 0)],
  event_attempts: 0,
  event_failures: 0,
  installations: 1,
  removals: 0,
  ...changes,
});
const reportOf = (instanceId: string, counts: PeriodCounts, changes: Partial<InstanceReport> = {}): InstanceReport => ({
  instanceId,
  asOf: new Date('2026-11-20T10:29:40Z'),
  counts,
  before: countsOf(1_000, 20),
  isLower: false,
  ...changes,
});
const figures = (reports: readonly InstanceReport[], instanceIds: readonly string[] = ['i1', 'i2']): RolloutFigures =>
  figuresOf({ since, before, reports, instanceIds, now })!;

describe('the figures of a rollout', () => {
  it('are the sums of what the instances report, beside those of the version before', () => {
    const two = countsOf(40, 4, { event_attempts: 60, event_failures: 6, removals: 1 });
    expect(figures([reportOf('i1', countsOf(100, 8)), reportOf('i2', two)])).toEqual({
      since,
      as_of: '2026-11-20T10:29:40.000Z',
      tool_calls: 140,
      tool_errors: 12,
      event_attempts: 60,
      event_failures: 6,
      failed_percent: 9,
      p95_ms: 25,
      installations: 2,
      removals: 1,
      before: {
        version: '1.0.0',
        tool_calls: 2_000,
        tool_errors: 40,
        event_attempts: 0,
        event_failures: 0,
        failed_percent: 2,
        p95_ms: 25,
      },
      error_points: 7,
      partial: false,
      instances: { reported: 2, silent: 0 },
    });
  });

  it('count what a silent instance has reported before, and say that they are partial', () => {
    const old = { asOf: new Date('2026-11-20T10:20:00Z') };
    const some = figures([reportOf('i1', countsOf(50, 0)), reportOf('i2', countsOf(50, 9), old)]);
    expect(some).toMatchObject({ tool_calls: 100, partial: true, instances: { reported: 1, silent: 1 } });
    expect(figures([reportOf('i1', countsOf(50, 0))])).toMatchObject({ tool_calls: 50, partial: true });
    expect(figures([reportOf('i1', countsOf(50, 0), { isLower: true })], ['i1'])).toMatchObject({ partial: true });
    expect(figuresOf({ since, before, reports: [], instanceIds: ['i1'], now })).toBeNull();
  });

  it('compare with nothing where there was no version before, or it had no calls', () => {
    const none = { before: countsOf(0, 0, { installations: 0 }) };
    expect(figures([reportOf('i1', countsOf(50, 5), none)])).toMatchObject({
      error_points: 10,
      before: { p95_ms: null },
    });
    const first = figuresOf({
      since,
      before: null,
      reports: [reportOf('i1', countsOf(50, 5), { before: null })],
      instanceIds: ['i1'],
      now,
    });
    expect(first).toMatchObject({ error_points: 10, before: null });
  });

  it('have the bound below which 95 of 100 calls took, whatever instance answered them', () => {
    const durations = (slot: number, calls: number): Partial<PeriodCounts> => ({
      tool_durations: Array.from({ length: slots }, (_, each) => (each === slot ? calls : 0)),
    });
    fc.assert(
      fc.property(fc.array(fc.nat({ max: slots - 1 }), { minLength: 1, maxLength: 200 }), (calls) => {
        const reports = calls.map((slot, at) => reportOf(`i${at}`, countsOf(1, 0, durations(slot, 1))));
        const sorted = calls.toSorted((a, b) => a - b);
        const slot = sorted[Math.ceil(calls.length * 0.95) - 1]!;
        expect(figures(reports).p95_ms).toBe(TOOL_DURATION_BOUNDS_MS[slot] ?? 10_000);
      }),
    );
  });
});

describe('the rule that halts a rollout', () => {
  const due = (calls: number, errors: number, changes: Partial<PeriodCounts> = {}): boolean =>
    isHaltDue(figures([reportOf('i1', countsOf(calls, errors, { installations: 2, ...changes }))]), DEFAULT_HALT_RULE);

  it.each<[when: string, isDue: boolean, is: boolean]>([
    ['the difference reaches the limit', due(100, 7), true],
    ['the difference is below it', due(100, 6), false],
    ['the calls are too few', due(49, 49), false],
    ['only one installation has called', due(100, 50, { installations: 1 }), false],
    ['events fail and tools do not', due(50, 0, { event_attempts: 50, event_failures: 7 }), true],
  ])('when %s', (_when, isDue, is) => {
    expect(isDue).toBe(is);
  });

  it('says why with the figures', () => {
    expect(haltReason(figures([reportOf('i1', countsOf(100, 10))]), DEFAULT_HALT_RULE)).toBe(
      '10 % of 100 tool calls and event attempts on 1 installations failed (1.0.0: 2 % of 1000). The difference is 8 percentage points, the limit 5.',
    );
  });
});

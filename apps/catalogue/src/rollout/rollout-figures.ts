/** Adds up what the instances report about a rollout, and decides by it whether the rollout goes on. Pure. */
import {
  TOOL_DURATION_BOUNDS_MS,
  type CallCounts,
  type CallFigures,
  type CountedPeriod,
  type HaltRule,
  type PeriodCounts,
  type RolloutFigures,
} from '@kushk/contracts';

/** What one instance has reported last. */
export interface InstanceReport {
  readonly instanceId: string;
  /** Until when it has counted; never later than its arrival. */
  readonly asOf: Date;
  readonly counts: PeriodCounts;
  readonly before: PeriodCounts | null;
  /** Whether it has once reported fewer calls than before: it was restored from a backup, or has deleted old counts. */
  readonly isLower: boolean;
}
interface ReportedRollout {
  readonly since: string;
  readonly before: CountedPeriod | null;
  readonly reports: readonly InstanceReport[];
  /** The ids of the instances that ought to report. */
  readonly instanceIds: readonly string[];
  /** Null for a rollout that has stopped: no instance is asked about it any more. */
  readonly now: Date | null;
}

/** Instances are asked every twenty seconds; one that has missed several times is silent. */
const SILENT_AFTER_MS = 180_000;
/** No tool call takes longer. */
const LONGEST_CALL_MS = 10_000;

/** Null before the first report. */
export function figuresOf({ since, before, reports, instanceIds, now }: ReportedRollout): RolloutFigures | null {
  if (reports.length === 0) return null;
  const asOf = new Date(Math.max(...reports.map((report) => report.asOf.getTime())));
  const current = new Set(
    reports
      .filter((report) => (now ?? asOf).getTime() - report.asOf.getTime() <= SILENT_AFTER_MS)
      .map(({ instanceId }) => instanceId),
  );
  const silent = instanceIds.filter((id) => !current.has(id)).length;
  const counts = sumOf(reports.map((report) => report.counts));
  const countsBefore = sumOf(reports.flatMap((report) => report.before ?? []));
  return {
    since,
    as_of: asOf.toISOString(),
    ...callFigures(counts),
    installations: counts.installations,
    removals: counts.removals,
    before: before === null ? null : { version: before.version, ...callFigures(countsBefore) },
    error_points: errorPoints(counts, countsBefore),
    partial: silent > 0 || reports.some(({ isLower }) => isLower),
    instances: { reported: current.size, silent },
  };
}

/** Whether the figures reach the rule, also while an instance is silent: those that report fail already. */
export function isHaltDue(figures: RolloutFigures, rule: HaltRule): boolean {
  return (
    figures.tool_calls + figures.event_attempts >= rule.min_calls &&
    figures.installations >= rule.min_installations &&
    figures.error_points !== null &&
    figures.error_points >= rule.error_points
  );
}

/** Why the hub halts a rollout: the figures, in one sentence. */
export function haltReason(figures: RolloutFigures, rule: HaltRule): string {
  const { failed_percent, tool_calls, event_attempts, installations, before, error_points } = figures;
  const compared =
    before === null
      ? 'there is no version before'
      : `${before.version}: ${before.failed_percent ?? 0} % of ${before.tool_calls + before.event_attempts}`;
  return (
    `${failed_percent ?? 0} % of ${tool_calls + event_attempts} tool calls and event attempts on ${installations} ` +
    `installations failed (${compared}). The difference is ${error_points ?? 0} percentage points, the limit ` +
    `${rule.error_points}.`
  );
}

function sumOf(counts: readonly PeriodCounts[]): PeriodCounts {
  const sum = (value: (count: PeriodCounts) => number): number =>
    counts.reduce((total, count) => total + value(count), 0);
  return {
    tool_calls: sum((count) => count.tool_calls),
    tool_errors: sum((count) => count.tool_errors),
    tool_durations: [...TOOL_DURATION_BOUNDS_MS, Infinity].map((_, slot) =>
      sum((count) => count.tool_durations[slot] ?? 0),
    ),
    event_attempts: sum((count) => count.event_attempts),
    event_failures: sum((count) => count.event_failures),
    installations: sum((count) => count.installations),
    removals: sum((count) => count.removals),
  };
}

function callFigures(counts: CallCounts): CallFigures {
  const { tool_calls, tool_errors, event_attempts, event_failures } = counts;
  const failed = failedPercent(counts);
  return {
    tool_calls,
    tool_errors,
    event_attempts,
    event_failures,
    failed_percent: failed === null ? null : rounded(failed),
    p95_ms: p95(counts),
  };
}

function errorPoints(counts: CallCounts, before: CallCounts): number | null {
  const failed = failedPercent(counts);
  return failed === null ? null : rounded(failed - (failedPercent(before) ?? 0));
}

function failedPercent({ tool_calls, tool_errors, event_attempts, event_failures }: CallCounts): number | null {
  const calls = tool_calls + event_attempts;
  return calls === 0 ? null : ((tool_errors + event_failures) * 100) / calls;
}

function rounded(percent: number): number {
  return Math.round(percent * 100) / 100;
}

/** The upper bound of the slot in which the call lies that is slower than 95 of 100. */
function p95({ tool_calls, tool_durations }: CallCounts): number | null {
  if (tool_calls === 0) return null;
  let counted = 0;
  const slot = tool_durations.findIndex((calls) => (counted += calls) * 100 >= tool_calls * 95);
  return TOOL_DURATION_BOUNDS_MS[slot] ?? LONGEST_CALL_MS;
}

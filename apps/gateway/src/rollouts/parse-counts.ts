/** Reads what an instance reports about releases as untrusted input. Pure. */
import { TOOL_DURATION_BOUNDS_MS, type PeriodCounts, type ReportedCounts } from '@kushk/contracts';

const COUNTERS = [
  'tool_calls',
  'tool_errors',
  'event_attempts',
  'event_failures',
  'installations',
  'removals',
] as const satisfies readonly (keyof PeriodCounts)[];

type Fields = Readonly<Record<string, unknown>>;

/** The report with the counts of this many periods; null when any part of it is invalid. */
export function parseCounts(reply: unknown, periods: number): ReportedCounts | null {
  const { as_of, counts } = (reply ?? {}) as Fields;
  const at = typeof as_of === 'string' ? new Date(as_of) : null;
  if (at === null || Number.isNaN(at.getTime()) || !Array.isArray(counts) || counts.length !== periods) return null;
  const valid = counts.map(parsePeriod).filter((count) => count !== null);
  return valid.length < periods ? null : { as_of: at.toISOString(), counts: valid };
}

function parsePeriod(value: unknown): PeriodCounts | null {
  const fields = (value ?? {}) as Fields;
  const sent = fields['tool_durations'];
  const durations: readonly unknown[] = Array.isArray(sent) ? sent : [];
  if (!COUNTERS.every((name) => isCount(fields[name])) || !durations.every(isCount)) return null;
  const counts = Object.fromEntries(COUNTERS.map((name) => [name, fields[name]])) as unknown as PeriodCounts;
  const total = durations.reduce((sum, calls) => sum + calls, 0);
  const isConsistent =
    durations.length === TOOL_DURATION_BOUNDS_MS.length + 1 &&
    total === counts.tool_calls &&
    counts.tool_errors <= counts.tool_calls &&
    counts.event_failures <= counts.event_attempts &&
    counts.installations <= counts.tool_calls + counts.event_attempts;
  return isConsistent ? { ...counts, tool_durations: durations } : null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

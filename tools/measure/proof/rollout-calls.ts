/**
 * The tool calls of a simulated instance, counted as a real one counts them
 * (docs/adr/0047-counts-from-stored-calls.md).
 */
import { TOOL_DURATION_BOUNDS_MS, type CountedPeriod, type PeriodCounts, type ReportedCounts } from '@kushk/contracts';

export interface Call {
  readonly alias: string;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly hasFailed: boolean;
}

/** A real instance counts every ten seconds, so what is later may be missing in its answer. */
const COUNTED_AFTER_MS = 10_000;

export class CallLog {
  private readonly calls: Call[] = [];

  add(call: Call): void {
    this.calls.push(call);
  }

  countedIn(periods: readonly CountedPeriod[]): ReportedCounts {
    const asOf = Date.now() - COUNTED_AFTER_MS;
    return { as_of: new Date(asOf).toISOString(), counts: periods.map((period) => this.counted(period, asOf)) };
  }

  private counted({ version, from, to }: CountedPeriod, asOf: number): PeriodCounts {
    const until = Math.min(asOf, to === null ? asOf : Date.parse(to));
    const calls = this.calls.filter(
      (call) => call.version === version && call.at >= Date.parse(from) && call.at < until,
    );
    return {
      tool_calls: calls.length,
      tool_errors: calls.filter(({ hasFailed }) => hasFailed).length,
      tool_durations: [calls.length, ...TOOL_DURATION_BOUNDS_MS.map(() => 0)],
      event_attempts: 0,
      event_failures: 0,
      installations: new Set(calls.map(({ alias }) => alias)).size,
      removals: 0,
    };
  }
}

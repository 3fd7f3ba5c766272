/**
 * The event stream of an instance's usage report for one publisher and month, `usage-<publisher>/<month>/<instance>`:
 * whether the month is closed, and whether the instance lost usage. The figures are in the streams of installations.
 */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';
import type { UsageTarget } from './usage-target.js';

/** The instance reported all its installations. */
export type UsageReportCompleted = Fact<
  'UsageReportCompleted',
  UsageTarget & { readonly asOf: string; readonly closed: boolean }
>;
/**
 * A report had lower counters than the stored ones, or fewer installations, because the instance was restored from an
 * old backup. This fact is an alarm; the lower counters are not counted. `aliases` are some of the installations.
 */
export type UsageRegressionDetected = Fact<
  'UsageRegressionDetected',
  UsageTarget & Regression & { readonly asOf: string }
>;
export type UsageReportFact = UsageReportCompleted | UsageRegressionDetected;

export interface Regression {
  readonly aliases: readonly string[];
  /** The number of installations that the report lacks. */
  readonly missing: number;
}
interface StoredReport extends UsageTarget {
  /** The regression of the last report, or null when it had none. */
  readonly regression: Regression | null;
}
type OpenMonth = StoredReport & { readonly status: 'open' };
/** The instance reported that the month has ended. */
type ClosedMonth = StoredReport & { readonly status: 'closed' };
export type UsageReportState = { readonly status: 'absent' } | OpenMonth | ClosedMonth;

function evolve(state: UsageReportState, fact: UsageReportFact): UsageReportState {
  const { publisherId, month, instanceId } = fact.data;
  const target = { publisherId, month, instanceId };
  const wasClosed = state.status === 'closed';
  switch (fact.type) {
    case 'UsageReportCompleted':
      return { ...target, status: fact.data.closed || wasClosed ? 'closed' : 'open', regression: null };
    case 'UsageRegressionDetected': {
      const { aliases, missing } = fact.data;
      return { ...target, status: wasClosed ? 'closed' : 'open', regression: { aliases, missing } };
    }
    default:
      return unreachable(fact);
  }
}

export const usageStream: StreamType<UsageReportState, UsageReportFact> = {
  category: 'usage',
  factTypes: { UsageReportCompleted: true, UsageRegressionDetected: true },
  initial: { status: 'absent' },
  evolve,
  stateVersion: 1,
};

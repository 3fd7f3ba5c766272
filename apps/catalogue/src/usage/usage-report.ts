/**
 * The event stream of the usage that one instance reported for one publisher in one month,
 * `usage-<publisher>/<month>/<instance>`.
 */
import type { InstanceUsageItem } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

interface ReportTarget {
  readonly publisherId: string;
  readonly month: string;
  readonly instanceId: string;
}
/** `items` contains the usage of the installations whose counters have risen since the previous report. */
export type UsageReported = Fact<
  'UsageReported',
  ReportTarget & { readonly items: readonly InstanceUsageItem[]; readonly asOf: string; readonly closed: boolean }
>;
/**
 * A report had lower counters than the stored ones, because the instance was restored from an old backup. This fact
 * is an alarm; nothing in the report is counted.
 */
export type UsageRegressionDetected = Fact<
  'UsageRegressionDetected',
  ReportTarget & { readonly aliases: readonly string[]; readonly asOf: string }
>;
export type UsageFact = UsageReported | UsageRegressionDetected;

interface StoredReport extends ReportTarget {
  /** Time of the latest report that changed something, according to the instance's clock. */
  readonly asOf: string;
  readonly items: Readonly<Record<string, InstanceUsageItem>>;
  /** Aliases of the installations whose counters were lower in the last report; empty when none was lower. */
  readonly regressed: readonly string[];
}
export type OpenMonth = StoredReport & { readonly status: 'open' };
/** The instance reported that the month has ended. */
export type ClosedMonth = StoredReport & { readonly status: 'closed' };
export type UsageReportState = { readonly status: 'absent' } | OpenMonth | ClosedMonth;

function evolve(state: UsageReportState, fact: UsageFact): UsageReportState {
  switch (fact.type) {
    case 'UsageReported': {
      const { publisherId, month, instanceId, asOf, closed, items } = fact.data;
      const before = state.status === 'absent' ? { asOf: '', items: {} } : state;
      return {
        status: closed || state.status === 'closed' ? 'closed' : 'open',
        publisherId,
        month,
        instanceId,
        asOf: asOf > before.asOf ? asOf : before.asOf,
        items: { ...before.items, ...Object.fromEntries(items.map((item) => [item.alias, item])) },
        regressed: [],
      };
    }
    case 'UsageRegressionDetected':
      if (state.status === 'absent') throw new Error('UsageRegressionDetected without a stored report');
      return { ...state, regressed: fact.data.aliases };
    default:
      return unreachable(fact);
  }
}

export const usageStream: StreamType<UsageReportState, UsageFact> = {
  category: 'usage',
  initial: { status: 'absent' },
  evolve,
  stateVersion: 1,
};

/** Neither a publisher id nor a month can contain a slash. */
export function usageKey({ publisherId, month, instanceId }: ReportTarget): string {
  return `${publisherId}/${month}/${instanceId}`;
}

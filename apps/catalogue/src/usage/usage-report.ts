/** The stream of what one instance has reported of one publisher's plugins in one month, `usage-<publisher>/<month>/<instance>`. */
import type { InstanceUsageItem } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

interface Of {
  readonly publisherId: string;
  readonly month: string;
  readonly instanceId: string;
}
/** `items` are those that have grown since the last report. */
export type UsageReported = Fact<
  'UsageReported',
  Of & { readonly items: readonly InstanceUsageItem[]; readonly asOf: string; readonly closed: boolean }
>;
/** A report fell behind what the same instance had said before: it was restored from an old backup. An alarm: nothing of it counts. */
export type UsageFellBehind = Fact<
  'UsageFellBehind',
  Of & { readonly aliases: readonly string[]; readonly asOf: string }
>;
export type UsageFact = UsageReported | UsageFellBehind;

export interface ReportedUsage {
  /** Null before the first report. */
  readonly of: Of | null;
  /** When the last report was made that brought something, by the instance's clock; empty before the first. */
  readonly asOf: string;
  readonly closed: boolean;
  readonly items: Readonly<Record<string, InstanceUsageItem>>;
  /** The installations whose last report fell behind; empty while all is well. */
  readonly behind: readonly string[];
}

function evolve(state: ReportedUsage, fact: UsageFact): ReportedUsage {
  const { publisherId, month, instanceId, asOf } = fact.data;
  const of = { publisherId, month, instanceId };
  switch (fact.type) {
    case 'UsageReported':
      return {
        of,
        asOf: asOf > state.asOf ? asOf : state.asOf,
        closed: state.closed || fact.data.closed,
        items: { ...state.items, ...Object.fromEntries(fact.data.items.map((item) => [item.alias, item])) },
        behind: [],
      };
    case 'UsageFellBehind':
      return { ...state, of, behind: fact.data.aliases };
    default:
      return unreachable(fact);
  }
}

export const usageStream: StreamType<ReportedUsage, UsageFact> = {
  category: 'usage',
  initial: { of: null, asOf: '', closed: false, items: {}, behind: [] },
  evolve,
  stateVersion: 1,
};

/** Neither an id of a publisher nor a month has a slash. */
export function usageKey({ publisherId, month, instanceId }: Of): string {
  return `${publisherId}/${month}/${instanceId}`;
}

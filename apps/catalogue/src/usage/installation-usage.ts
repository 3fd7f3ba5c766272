/**
 * The event stream of one installation's usage in one month, as its instance reported it:
 * `installation_usage-<publisher>/<month>/<instance>/<alias>`.
 */
import type { InstanceUsageItem } from '@kushk/contracts';
import type { Fact, StreamType } from '@kushk/decider';
import type { UsageTarget } from './usage-target.js';

/** The counters rose to those of `item`. */
export type InstallationUsageReported = Fact<
  'InstallationUsageReported',
  UsageTarget & { readonly item: InstanceUsageItem; readonly asOf: string }
>;

type ReportedUsage = UsageTarget & {
  readonly status: 'reported';
  readonly item: InstanceUsageItem;
  /** Time of the latest report that changed something, by the clock of the instance. */
  readonly asOf: string;
};
export type InstallationUsage = { readonly status: 'absent' } | ReportedUsage;

export const installationUsageStream: StreamType<InstallationUsage, InstallationUsageReported> = {
  category: 'installation_usage',
  factTypes: { InstallationUsageReported: true },
  initial: { status: 'absent' },
  evolve: (state, fact) => {
    const { publisherId, month, instanceId, item, asOf } = fact.data;
    const before = state.status === 'absent' ? '' : state.asOf;
    return { status: 'reported', publisherId, month, instanceId, item, asOf: asOf > before ? asOf : before };
  },
  stateVersion: 1,
};

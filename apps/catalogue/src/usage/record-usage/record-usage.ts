/**
 * Merges a reported installation into its stored usage. Counters only rise, so the report with the higher counters is
 * the later one, whatever the order of arrival, and a repeated report changes nothing. A report with a later time but
 * lower counters comes from an instance that was restored from a backup. It is not counted: usage that was already
 * shown would shrink, and usage that is counted again after the restore cannot be told apart from new usage.
 */
import { MU_COUNTERS, PROPOSAL_COUNTERS, type InstanceUsageItem } from '@kushk/contracts';
import { accept, unreachable, type Accepted } from '@kushk/decider';
import { parseMu } from '@kushk/manifest';
import type { InstallationUsage, InstallationUsageReported } from '../installation-usage.js';
import type { UsageTarget } from '../usage-target.js';

export type RecordUsage = UsageTarget & { readonly item: InstanceUsageItem; readonly asOf: string };

type Recorded = Accepted<readonly InstallationUsageReported[], { readonly regressed: boolean }>;

export function recordUsage(command: RecordUsage, stored: InstallationUsage): Recorded {
  const reported: InstallationUsageReported = { type: 'InstallationUsageReported', data: command };
  switch (stored.status) {
    case 'absent':
      return accept([reported], { regressed: false });
    case 'reported': {
      const { item, asOf } = command;
      if (hasRisen(stored.item, item)) return accept(isSame(item, stored.item) ? [] : [reported], { regressed: false });
      // With an earlier time, a later report, which includes everything in this one, arrived first.
      return accept([], { regressed: asOf >= stored.asOf });
    }
    default:
      return unreachable(stored);
  }
}

/** Whether every counter is equal to or higher than before. */
function hasRisen(before: InstanceUsageItem, now: InstanceUsageItem): boolean {
  const services = new Map(now.services.map((one) => [one.service, one]));
  return (
    now.sequence >= before.sequence &&
    PROPOSAL_COUNTERS.every((counter) => now[counter] >= before[counter]) &&
    MU_COUNTERS.every((counter) => amountMicroMu(now[counter]) >= amountMicroMu(before[counter])) &&
    before.services.every(({ service, count, mu }) => {
      const later = services.get(service);
      return later !== undefined && later.count >= count && amountMicroMu(later.mu) >= amountMicroMu(mu);
    })
  );
}

/** Whether the counters are equal. `sequence` is ignored, because usage in other months raises it too. */
function isSame(now: InstanceUsageItem, before: InstanceUsageItem): boolean {
  return hasRisen(now, { ...before, sequence: now.sequence });
}

function amountMicroMu(text: string): bigint {
  const amount = parseMu(text);
  if (amount === null) throw new RangeError(`the reported amount "${text}" is no amount of MU`);
  return amount;
}

/**
 * Merges a usage report into the stored report of the same instance. Counters only rise, so the report with the
 * higher counters is the later one, whatever the order of arrival, and a repeated report changes nothing. A report
 * with a later time but lower counters comes from an instance that was restored from a backup. Nothing in such a
 * report is counted: usage that was already shown would shrink, and usage that is counted again after the restore
 * cannot be told apart from new usage.
 */
import type { InstanceUsageItem } from '@kushk/contracts';
import { accept, unreachable, type Accepted } from '@kushk/decider';
import { parseMu } from '@kushk/manifest';
import type { ClosedMonth, OpenMonth, UsageFact, UsageReportState } from '../usage-report.js';

export interface RecordUsage {
  readonly publisherId: string;
  readonly month: string;
  readonly instanceId: string;
  readonly asOf: string;
  readonly closed: boolean;
  readonly items: readonly InstanceUsageItem[];
}
/**
 * Maximum number of installations that a regression lists. A longer list is not needed to identify the restored
 * instance.
 */
const LISTED_ALIASES = 20;

type RecordedUsage = Accepted<UsageFact[], { accepted: boolean }>;

export function recordUsage(command: RecordUsage, stored: UsageReportState): RecordedUsage {
  switch (stored.status) {
    case 'absent':
      return accept([usageReported(command, command.items)], { accepted: true });
    case 'open':
    case 'closed':
      return mergeReport(command, stored);
    default:
      return unreachable(stored);
  }
}

function mergeReport(command: RecordUsage, stored: OpenMonth | ClosedMonth): RecordedUsage {
  const { publisherId, month, instanceId, asOf, closed, items } = command;
  const regressed = regressedAliases(items, stored);
  if (regressed.length > 0) {
    // A later report, which includes everything in this report, arrived first.
    if (asOf < stored.asOf) return accept([], { accepted: true });
    const data = { publisherId, month, instanceId, aliases: regressed, asOf };
    const isKnown = JSON.stringify(regressed) === JSON.stringify(stored.regressed);
    return accept(isKnown ? [] : [{ type: 'UsageRegressionDetected', data }], { accepted: false });
  }
  const risen = items.filter((item) => !isSame(item, stored.items[item.alias]));
  const closes = closed && stored.status === 'open';
  const changes = risen.length > 0 || closes || stored.regressed.length > 0;
  return accept(changes ? [usageReported(command, risen)] : [], { accepted: true });
}

function usageReported(command: RecordUsage, items: readonly InstanceUsageItem[]): UsageFact {
  const { publisherId, month, instanceId, asOf, closed } = command;
  return { type: 'UsageReported', data: { publisherId, month, instanceId, items, asOf, closed } };
}

/**
 * Returns the aliases of the installations with lower counters than before. An installation never leaves the reports,
 * so a missing one counts as lower.
 */
function regressedAliases(items: readonly InstanceUsageItem[], stored: OpenMonth | ClosedMonth): string[] {
  const reported = new Map(items.map((item) => [item.alias, item]));
  const regressed = Object.values(stored.items).filter((before) => {
    const now = reported.get(before.alias);
    return now === undefined || !hasRisen(before, now);
  });
  return regressed.map(({ alias }) => alias).slice(0, LISTED_ALIASES);
}

/** Whether every counter is equal to or higher than before. */
function hasRisen(before: InstanceUsageItem, now: InstanceUsageItem): boolean {
  const services = new Map(now.services.map((one) => [one.service, one]));
  return (
    now.sequence >= before.sequence &&
    now.proposals_applied >= before.proposals_applied &&
    now.proposals_rejected >= before.proposals_rejected &&
    amountMicroMu(now.mu_consumed) >= amountMicroMu(before.mu_consumed) &&
    amountMicroMu(now.mu_purchased) >= amountMicroMu(before.mu_purchased) &&
    amountMicroMu(now.mu_gifted) >= amountMicroMu(before.mu_gifted) &&
    before.services.every(({ service, count, mu }) => {
      const later = services.get(service);
      return later !== undefined && later.count >= count && amountMicroMu(later.mu) >= amountMicroMu(mu);
    })
  );
}

/** Whether the counters are equal. `sequence` is ignored, because usage in other months raises it too. */
function isSame(now: InstanceUsageItem, before: InstanceUsageItem | undefined): boolean {
  return before !== undefined && hasRisen(now, { ...before, sequence: now.sequence }) && hasRisen(before, now);
}

function amountMicroMu(text: string): bigint {
  const amount = parseMu(text);
  if (amount === null) throw new RangeError(`the reported amount "${text}" is no amount of MU`);
  return amount;
}

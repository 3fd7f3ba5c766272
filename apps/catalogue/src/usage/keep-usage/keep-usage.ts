import type { InstanceUsageItem } from '@kushk/contracts';
import { accept, type Accepted } from '@kushk/decider';
import { parseMu } from '@kushk/manifest';
import type { ReportedUsage, UsageFact } from '../usage-report.js';

export interface KeepUsage {
  readonly publisherId: string;
  readonly month: string;
  readonly instanceId: string;
  readonly asOf: string;
  readonly closed: boolean;
  readonly items: readonly InstanceUsageItem[];
}
/** An alarm names so many; who is told of one instance restored needs no list of all that ran there. */
const ALIASES_NAMED = 20;

/**
 * Joins a report with what is known of the same instance: every counter only grows, so the one that says more is the
 * later one, whatever order they came in, and a repeat changes nothing. A report that is newer by its own clock and says
 * less can only come from an instance that was set back: it is noted and nothing of it counts, or usage that was already
 * shown would shrink, and what is counted twice after the restore could not be told apart.
 */
export function keepUsage(report: KeepUsage, known: ReportedUsage): Accepted<UsageFact[], { taken: boolean }> {
  const { publisherId, month, instanceId, asOf, closed, items } = report;
  const of = { publisherId, month, instanceId };
  const behind = aliasesBehind(items, known);
  if (behind.length > 0) {
    // Overtaken on its way by a later one, which said all of it.
    if (asOf < known.asOf) return accept([], { taken: true });
    const told = behind.every((alias) => known.behind.includes(alias)) && behind.length === known.behind.length;
    return accept(told ? [] : [{ type: 'UsageFellBehind', data: { ...of, aliases: behind, asOf } }], { taken: false });
  }
  const grown = items.filter((item) => !isSame(item, known.items[item.alias]));
  const closes = closed && !known.closed;
  if (grown.length === 0 && !closes && known.behind.length === 0 && known.of !== null)
    return accept([], { taken: true });
  return accept([{ type: 'UsageReported', data: { ...of, items: grown, asOf, closed } }], { taken: true });
}

/** Installations stay in the reports for ever, so one that is missing was forgotten. */
function aliasesBehind(items: readonly InstanceUsageItem[], known: ReportedUsage): string[] {
  const reported = new Map(items.map((item) => [item.alias, item]));
  const behind = Object.values(known.items).filter((before) => {
    const now = reported.get(before.alias);
    return now === undefined || !hasGrown(before, now);
  });
  return behind.map(({ alias }) => alias).slice(0, ALIASES_NAMED);
}

/** Whether no counter is lower than before. */
function hasGrown(before: InstanceUsageItem, now: InstanceUsageItem): boolean {
  const services = new Map(now.services.map((one) => [one.service, one]));
  return (
    now.sequence >= before.sequence &&
    now.proposals_applied >= before.proposals_applied &&
    now.proposals_rejected >= before.proposals_rejected &&
    microMu(now.mu_consumed) >= microMu(before.mu_consumed) &&
    microMu(now.mu_purchased) >= microMu(before.mu_purchased) &&
    microMu(now.mu_gifted) >= microMu(before.mu_gifted) &&
    before.services.every(({ service, count, mu }) => {
      const later = services.get(service);
      return later !== undefined && later.count >= count && microMu(later.mu) >= microMu(mu);
    })
  );
}

/** Whether both say the same of the month. The wallet's sequence rises with every other month too, and alone is no news. */
function isSame(now: InstanceUsageItem, before: InstanceUsageItem | undefined): boolean {
  return before !== undefined && hasGrown(now, { ...before, sequence: now.sequence }) && hasGrown(before, now);
}

function microMu(text: string): bigint {
  const amount = parseMu(text);
  if (amount === null) throw new RangeError(`an instance reported "${text}", which is no amount`);
  return amount;
}

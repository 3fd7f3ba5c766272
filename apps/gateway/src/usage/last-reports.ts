import type { InstanceUsageItem } from '@kushk/contracts';

export interface UsageReport { readonly items: readonly InstanceUsageItem[]; readonly as_of: string }
export interface ReportKey { readonly publisherId: string; readonly month: string; readonly instanceId: string }

const MOST_REPORTS = 10_000;

/**
 * The last report of each instance, for when it stays silent. In memory only: after a restart of the gateway a silent
 * instance counts as nothing until it answers again, which is still a true minimum.
 */
export class LastReports {
  private readonly reports = new Map<string, UsageReport>();

  keep(key: ReportKey, report: UsageReport): void {
    const name = nameOf(key);
    this.reports.delete(name);
    this.reports.set(name, report);
    const oldest = this.reports.keys().next();
    if (this.reports.size > MOST_REPORTS && !oldest.done) this.reports.delete(oldest.value);
  }

  find(key: ReportKey): UsageReport | null {
    return this.reports.get(nameOf(key)) ?? null;
  }
}

function nameOf({ publisherId, month, instanceId }: ReportKey): string {
  return JSON.stringify([publisherId, month, instanceId]);
}

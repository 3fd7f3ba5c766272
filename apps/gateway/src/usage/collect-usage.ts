/**
 * The month's usage of one publisher over the whole fleet (contract §6, §9): every registered instance is asked at
 * once; of one that stays silent its last report counts, so that the figures are true minimums.
 */
import { catalogue, instanceGateway, USAGE_TIMEZONE, usageMonthBounds, type InstanceUsageItem } from '@kushk/contracts';
import { usageAliasKey } from '@kushk/credentials';
import type { Ask } from '../http/route.js';
import type { LastReports, UsageReport } from './last-reports.js';
import { isCountable, mergedUsage, type PublisherUsage } from './merged-usage.js';

const INSTANCE_DEADLINE_MS = 2_000;
/** After a month has ended, what was counted at its last moment needs this long at most to be in every report. */
export const CLOSED_AFTER_MS = 60 * 60 * 1000;

export interface UsageCollection {
  /** Master key of the aliases: each publisher sees installations under its own. */
  readonly aliasKey: Buffer;
  readonly lastReports: LastReports;
}
export interface UsageQuestion { readonly publisherId: string; readonly month: string; readonly now: Date }

/** Asks the catalogue for plugins and instances, then every instance, and merges. */
export async function collectUsage({ publisherId, month, now }: UsageQuestion, { aliasKey, lastReports }: UsageCollection, ask: Ask): Promise<PublisherUsage> {
  const { startsAt, endsAt } = usageMonthBounds(month);
  const closedFrom = endsAt.getTime() + CLOSED_AFTER_MS;
  const [{ reply: { ids: pluginIds } }, { reply: { items: instances } }] = await Promise.all([ask(catalogue.listPluginIds, { publisher_id: publisherId }), ask(catalogue.listInstances, {})]);
  const request = { month, plugin_ids: pluginIds, alias_key: usageAliasKey(aliasKey, publisherId).toString('base64url') };
  const reports = await Promise.all(
    instances.map(async ({ id }) => {
      const key = { publisherId, month, instanceId: id };
      const fresh = pluginIds.length === 0 ? { items: [], as_of: now.toISOString() } : await reportOf(id, request, ask);
      if (fresh !== null) lastReports.keep(key, fresh);
      const report = fresh ?? lastReports.find(key);
      const closed = report !== null && Date.parse(report.as_of) >= closedFrom;
      return { items: report?.items ?? [], silent: fresh === null && !closed, closed };
    }),
  );
  return {
    month,
    timezone: USAGE_TIMEZONE,
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
    partial: reports.some((report) => report.silent),
    final: now.getTime() >= closedFrom && reports.every((report) => report.closed),
    as_of: now.toISOString(),
    plugins: mergedUsage(pluginIds, reports.flatMap((report): readonly InstanceUsageItem[] => report.items)),
  };
}

/** What one instance reports within its deadline; null when it stays silent, whatever the reason, or says what cannot be counted. */
async function reportOf(instanceId: string, request: { month: string; plugin_ids: readonly string[]; alias_key: string }, ask: Ask): Promise<UsageReport | null> {
  try {
    const { reply } = await ask(instanceGateway.monthlyUsage, request, { scope: instanceId, timeoutMs: INSTANCE_DEADLINE_MS });
    return isCountable(reply.items) ? reply : null;
  } catch {
    return null;
  }
}

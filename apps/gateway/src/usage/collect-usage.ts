/**
 * The month's usage of one publisher over the whole fleet (contract §6, §9): every registered instance is asked at
 * once, what it answers is joined at the catalogue with what it said before, and of one that stays silent its last report
 * counts, so that the figures are true minimums.
 */
import {
  catalogue,
  catalogueUsage,
  instanceGateway,
  USAGE_TIMEZONE,
  usageMonthBounds,
  usageMonthClosesAt,
  type UsageReport,
} from '@kushk/contracts';
import { usageAliasKey } from '@kushk/credentials';
import { pluginsOf } from '../developer/plugins-of.js';
import type { Ask } from '../http/route.js';
import { reportIn } from './instance-report.js';
import { mergedUsage, type PublisherUsage } from './merged-usage.js';

const INSTANCE_DEADLINE_MS = 2_000;

export interface UsageCollection {
  /** Master key of the aliases: each publisher sees installations under its own. */
  readonly aliasKey: Buffer;
}
export interface UsageQuestion {
  readonly publisherId: string;
  readonly month: string;
  readonly now: Date;
}
type InstanceReport = UsageReport & { readonly instance_id: string };

/** Asks the catalogue for plugins and instances, then every instance, has the catalogue keep what they say, and adds up. */
export async function collectUsage(
  { publisherId, month, now }: UsageQuestion,
  { aliasKey }: UsageCollection,
  ask: Ask,
): Promise<PublisherUsage> {
  const { startsAt, endsAt } = usageMonthBounds(month);
  const [
    plugins,
    {
      reply: { items: instances },
    },
  ] = await Promise.all([pluginsOf(publisherId, ask), ask(catalogue.listInstances, {})]);
  const pluginIds = plugins.map(({ id }) => id);
  const mayClose = now >= usageMonthClosesAt(month);
  const request = {
    month,
    plugin_ids: pluginIds,
    alias_key: usageAliasKey(aliasKey, publisherId).toString('base64url'),
  };
  const answers =
    pluginIds.length === 0 ? [] : await Promise.all(instances.map(({ id }) => reportOf(id, request, ask)));
  const reports = answers
    .filter((report) => report !== null)
    .map((report) => ({ ...report, closed: report.closed && mayClose }));
  const {
    reply: { kept },
  } = await ask(catalogueUsage.keepUsage, { publisher_id: publisherId, month, reports });
  const counted = pluginIds.length === 0 ? [] : kept.filter(({ registered }) => registered);
  return {
    month,
    timezone: USAGE_TIMEZONE,
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
    partial: counted.some(({ taken, closed }) => !taken && !closed),
    final: mayClose && counted.every(({ closed }) => closed),
    as_of: now.toISOString(),
    plugins: mergedUsage(
      pluginIds,
      kept.flatMap(({ items }) => items),
    ),
  };
}

/** What one instance reports within its deadline; null when it stays silent, whatever the reason, or says what cannot be counted. */
async function reportOf(
  instanceId: string,
  request: { month: string; plugin_ids: readonly string[]; alias_key: string },
  ask: Ask,
): Promise<InstanceReport | null> {
  try {
    const { reply } = await ask(instanceGateway.monthlyUsage, request, {
      scope: instanceId,
      timeoutMs: INSTANCE_DEADLINE_MS,
    });
    const report = reportIn(reply, request.plugin_ids);
    return report && { instance_id: instanceId, ...report };
  } catch {
    return null;
  }
}

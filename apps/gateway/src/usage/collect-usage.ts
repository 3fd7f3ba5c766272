/**
 * Collects the usage of one publisher in one month from the whole fleet (docs/reference/usage.md). Requests to all
 * registered instances are sent at once. The catalogue merges the reports with earlier ones. When an instance does
 * not respond, its last report counts, so the figures are minimums.
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
import { listAllPlugins } from '../developer/list-all-plugins.js';
import type { SendRequest } from '../http/route.js';
import { parseInstanceReport } from './instance-report.js';
import { mergedUsage, type PublisherUsage } from './merged-usage.js';

const INSTANCE_DEADLINE_MS = 2_000;

export interface UsageOptions {
  /**
   * The master key from which aliases are derived. Each publisher sees different aliases for the same installations.
   */
  readonly aliasKey: Buffer;
}
export interface UsageQuery {
  readonly publisherId: string;
  readonly month: string;
  readonly now: Date;
}
type InstanceReport = UsageReport & { readonly instance_id: string };

/**
 * Collects the reports of all instances, stores them in the catalogue, and returns the totals of everything that the
 * catalogue has.
 */
export async function collectUsage(
  { publisherId, month, now }: UsageQuery,
  { aliasKey }: UsageOptions,
  send: SendRequest,
): Promise<PublisherUsage> {
  const { startsAt, endsAt } = usageMonthBounds(month);
  const [
    plugins,
    {
      reply: { items: instances },
    },
  ] = await Promise.all([listAllPlugins(publisherId, send), send(catalogue.listInstances, {})]);
  const pluginIds = plugins.map(({ id }) => id);
  const mayClose = now >= usageMonthClosesAt(month);
  const request = {
    month,
    plugin_ids: pluginIds,
    alias_key: usageAliasKey(aliasKey, publisherId).toString('base64url'),
  };
  const responses =
    pluginIds.length === 0 ? [] : await Promise.all(instances.map(({ id }) => reportOf(id, request, send)));
  const reports = responses
    .filter((report) => report !== null)
    .map((report) => ({ ...report, closed: report.closed && mayClose }));
  const {
    reply: { stored },
  } = await send(catalogueUsage.recordUsage, { publisher_id: publisherId, month, reports });
  const counted = pluginIds.length === 0 ? [] : stored.filter(({ registered }) => registered);
  return {
    month,
    timezone: USAGE_TIMEZONE,
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
    partial: counted.some(({ accepted, closed }) => !accepted && !closed),
    final: mayClose && counted.every(({ closed }) => closed),
    as_of: now.toISOString(),
    plugins: mergedUsage(
      pluginIds,
      stored.flatMap(({ items }) => items),
    ),
  };
}

/** Returns the report of one instance, or null when the instance does not respond in time or its report is invalid. */
async function reportOf(
  instanceId: string,
  request: { month: string; plugin_ids: readonly string[]; alias_key: string },
  send: SendRequest,
): Promise<InstanceReport | null> {
  try {
    const { reply } = await send(instanceGateway.monthlyUsage, request, {
      scope: instanceId,
      timeoutMs: INSTANCE_DEADLINE_MS,
    });
    const report = parseInstanceReport(reply, request.plugin_ids);
    return report && { instance_id: instanceId, ...report };
  } catch {
    return null;
  }
}

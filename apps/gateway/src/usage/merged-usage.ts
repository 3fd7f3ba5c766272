import type { InstanceUsageItem } from '@kushk/contracts';
import { formatMu, parseMu } from '@kushk/manifest';

interface Counts {
  readonly mu_consumed: string;
  readonly mu_purchased: string;
  readonly mu_gifted: string;
  readonly proposals_applied: number;
  readonly proposals_rejected: number;
}
export interface InstallationUsage extends Counts {
  readonly alias: string;
  readonly services: InstanceUsageItem['services'];
}
export interface PluginUsage {
  readonly plugin_id: string;
  readonly totals: Counts;
  readonly installations: readonly InstallationUsage[];
}
/** The response body of `GET /developer/v1/usage`. */
export interface PublisherUsage {
  readonly month: string;
  readonly timezone: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly partial: boolean;
  readonly final: boolean;
  readonly as_of: string;
  readonly plugins: readonly PluginUsage[];
}

/**
 * Merges the reports of all instances by plugin, with exact totals. The result lists every plugin of the publisher,
 * in the given order.
 */
export function mergedUsage(pluginIds: readonly string[], items: readonly InstanceUsageItem[]): readonly PluginUsage[] {
  return pluginIds.map((pluginId) => {
    const installations = items
      .filter((item) => item.plugin_id === pluginId)
      .map(installationUsage)
      .sort((a, b) => (a.alias < b.alias ? -1 : 1));
    return { plugin_id: pluginId, totals: totalOf(installations), installations };
  });
}

function installationUsage({
  alias,
  mu_consumed,
  mu_purchased,
  mu_gifted,
  proposals_applied,
  proposals_rejected,
  services,
}: InstanceUsageItem): InstallationUsage {
  return { alias, mu_consumed, mu_purchased, mu_gifted, proposals_applied, proposals_rejected, services };
}

function totalOf(installations: readonly InstallationUsage[]): Counts {
  const mu = (of: (usage: InstallationUsage) => string) =>
    formatMu(installations.reduce((sum, usage) => sum + parseMicroMu(of(usage)), 0n));
  const count = (of: (usage: InstallationUsage) => number) => installations.reduce((sum, usage) => sum + of(usage), 0);
  return {
    mu_consumed: mu((usage) => usage.mu_consumed),
    mu_purchased: mu((usage) => usage.mu_purchased),
    mu_gifted: mu((usage) => usage.mu_gifted),
    proposals_applied: count((usage) => usage.proposals_applied),
    proposals_rejected: count((usage) => usage.proposals_rejected),
  };
}

function parseMicroMu(text: string): bigint {
  const amount = parseMu(text);
  if (amount === null) throw new RangeError('a report has an amount that is no MU');
  return amount;
}

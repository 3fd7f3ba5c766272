/** What a statement adds for an installation: its usage without the lines of earlier statements. */
import type { InstanceUsageItem, ServiceUsage, StatementLine } from '@kushk/contracts';
import { canonicalJson } from '@kushk/credentials';
import { differenceOfUsage, formatMu, parseMu, sumOfUsage } from '@kushk/manifest';

/**
 * Returns the text of the line in canonical JSON, or null when earlier statements have everything. An installation
 * without any usage has a line in the statement of its month, with zeros.
 */
export function lineTextOf(month: string, item: InstanceUsageItem, stated: readonly StatementLine[]): string | null {
  const counts = differenceOfUsage(item, sumOfUsage(stated));
  const services = servicesNotIn(item.services, stated);
  const isZero = Object.values(counts).every((count) => count === 0 || count === '0');
  if (stated.length > 0 && isZero && services.length === 0) return null;
  const line: StatementLine = { month, plugin_id: item.plugin_id, alias: item.alias, ...counts, services };
  return canonicalJson(line);
}

function servicesNotIn(services: readonly ServiceUsage[], stated: readonly StatementLine[]): readonly ServiceUsage[] {
  if (stated.length === 0) return services;
  const before = Map.groupBy(
    stated.flatMap((line) => line.services),
    ({ service }) => service,
  );
  return services
    .map(({ service, count, mu }) => {
      const earlier = before.get(service) ?? [];
      const rest = earlier.reduce((micro, one) => micro - microMu(one.mu), microMu(mu));
      return { service, count: earlier.reduce((left, one) => left - one.count, count), mu: formatMu(rest) };
    })
    .filter(({ count, mu }) => count !== 0 || mu !== '0');
}

function microMu(text: string): bigint {
  return parseMu(text) ?? 0n;
}

/**
 * Parses an instance's usage report as untrusted input. Copies only the known fields of the requested plugins, so
 * that a faulty or malicious instance can neither corrupt the usage of other instances nor send an organisation's
 * name in an unexpected field.
 */
import type { InstanceUsageItem, UsageReport } from '@kushk/contracts';
import { parseMu } from '@kushk/manifest';

/** The format of the aliases that `usageAlias` creates. */
const ALIAS = /^inst_[0-9a-hjkmnp-tv-z]{20}$/i;
/** The format of a service key in a manifest. */
const SERVICE = /^[a-z0-9][a-z0-9._-]{0,63}$/;

type Fields = Readonly<Record<string, unknown>>;

/** Returns the report with the items of these plugins, or null when any part of it is invalid. */
export function parseInstanceReport(reply: unknown, pluginIds: readonly string[]): UsageReport | null {
  if (!isFields(reply) || !Array.isArray(reply['items'])) return null;
  const { as_of, closed } = reply;
  const at = typeof as_of === 'string' ? new Date(as_of) : null;
  const items = reply['items'].map(parseItem);
  if (at === null || Number.isNaN(at.getTime()) || typeof closed !== 'boolean' || items.includes(null)) return null;
  const known = new Set(pluginIds);
  const ofPlugins = items.filter((item) => item !== null && known.has(item.plugin_id)) as InstanceUsageItem[];
  return { as_of: at.toISOString(), closed, items: ofPlugins };
}

function parseItem(item: unknown): InstanceUsageItem | null {
  if (!isFields(item) || !Array.isArray(item['services'])) return null;
  const { plugin_id, alias, sequence, mu_consumed, mu_purchased, mu_gifted, proposals_applied, proposals_rejected } =
    item as unknown as InstanceUsageItem;
  const services = item['services'].map(parseService);
  const isValid =
    typeof plugin_id === 'string' &&
    typeof alias === 'string' &&
    ALIAS.test(alias) &&
    !services.includes(null) &&
    [mu_consumed, mu_purchased, mu_gifted].every(isAmount) &&
    [sequence, proposals_applied, proposals_rejected].every(isCount);
  if (!isValid) return null;
  return {
    plugin_id,
    alias,
    sequence,
    mu_consumed,
    mu_purchased,
    mu_gifted,
    proposals_applied,
    proposals_rejected,
    services: services as InstanceUsageItem['services'],
  };
}

function parseService(one: unknown): InstanceUsageItem['services'][number] | null {
  if (!isFields(one)) return null;
  const { service, count, mu } = one as unknown as InstanceUsageItem['services'][number];
  return typeof service === 'string' && SERVICE.test(service) && isCount(count) && isAmount(mu)
    ? { service, count, mu }
    : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAmount(mu: unknown): boolean {
  return typeof mu === 'string' && parseMu(mu) !== null;
}

function isCount(count: unknown): boolean {
  return Number.isSafeInteger(count) && Number(count) >= 0;
}

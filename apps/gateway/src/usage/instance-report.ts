/**
 * What an instance answers, read as something from outside: of what was asked and understood it takes what it knows,
 * and nothing else. So one instance that errs, or means harm, takes the usage of no other away, and no name of an
 * organisation gets to the hub in a place where nobody looks for it.
 */
import type { InstanceUsageItem, UsageReport } from '@kushk/contracts';
import { parseMu } from '@kushk/manifest';

/** As `usageAlias` writes it. */
const ALIAS = /^inst_[0-9a-hjkmnp-tv-z]{20}$/i;
/** A key of a service as a manifest may declare it. */
const SERVICE = /^[a-z0-9][a-z0-9._-]{0,63}$/;

type Fields = Readonly<Record<string, unknown>>;

/** The report in an answer, with the items of these plugins; null where any of it is not what a report is. */
export function reportIn(answer: unknown, pluginIds: readonly string[]): UsageReport | null {
  if (!isFields(answer) || !Array.isArray(answer['items'])) return null;
  const { as_of, closed } = answer;
  const at = typeof as_of === 'string' ? new Date(as_of) : null;
  const items = answer['items'].map(itemIn);
  if (at === null || Number.isNaN(at.getTime()) || typeof closed !== 'boolean' || items.includes(null)) return null;
  const known = new Set(pluginIds);
  const ofPlugins = items.filter((item) => item !== null && known.has(item.plugin_id)) as InstanceUsageItem[];
  return { as_of: at.toISOString(), closed, items: ofPlugins };
}

function itemIn(item: unknown): InstanceUsageItem | null {
  if (!isFields(item) || !Array.isArray(item['services'])) return null;
  const { plugin_id, alias, sequence, mu_consumed, mu_purchased, mu_gifted, proposals_applied, proposals_rejected } =
    item as unknown as InstanceUsageItem;
  const services = item['services'].map(serviceIn);
  const isSound =
    typeof plugin_id === 'string' &&
    typeof alias === 'string' &&
    ALIAS.test(alias) &&
    !services.includes(null) &&
    [mu_consumed, mu_purchased, mu_gifted].every(isAmount) &&
    [sequence, proposals_applied, proposals_rejected].every(isCount);
  if (!isSound) return null;
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

function serviceIn(one: unknown): InstanceUsageItem['services'][number] | null {
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

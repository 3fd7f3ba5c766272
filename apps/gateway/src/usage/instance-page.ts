/**
 * Parses a page of an instance's usage report as untrusted input. Copies only the known fields of the requested
 * plugins, so that a faulty or malicious instance can neither corrupt the usage of other instances nor send an
 * organisation's name in an unexpected field.
 */
import {
  MU_COUNTERS,
  PROPOSAL_COUNTERS,
  type InstanceUsageItem,
  type ServiceUsage,
  type UsagePage,
} from '@kushk/contracts';
import { parseMu } from '@kushk/manifest';

/** The format of the aliases that `installationAlias` creates. */
const ALIAS = /^inst_[0-9a-hjkmnp-tv-z]{20}$/i;
/** The format of a service key in a manifest. */
const SERVICE = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const CURSOR_MAX_CHARACTERS = 1_000;
/** Larger than any manifest allows, so that one installation cannot exceed a page by much. */
const MAX_SERVICES = 5_000;

type Fields = Readonly<Record<string, unknown>>;

/** Returns the page with the items of these plugins, or null when any part of it is invalid. */
export function parseInstancePage(reply: unknown, pluginIds: ReadonlySet<string>): UsagePage | null {
  if (!isFields(reply) || !Array.isArray(reply['items'])) return null;
  const { as_of, closed, next_cursor } = reply;
  const at = typeof as_of === 'string' ? new Date(as_of) : null;
  const items = reply['items'].map(parseItem);
  if (at === null || Number.isNaN(at.getTime()) || typeof closed !== 'boolean' || !isCursor(next_cursor)) return null;
  const valid = items.filter((item) => item !== null);
  const aliases = new Set(valid.map(({ alias }) => alias));
  if (valid.length < items.length || aliases.size < items.length) return null;
  return {
    as_of: at.toISOString(),
    closed,
    next_cursor,
    items: valid.filter(({ plugin_id }) => pluginIds.has(plugin_id)),
  };
}

function parseItem(item: unknown): InstanceUsageItem | null {
  if (!isFields(item) || !Array.isArray(item['services']) || item['services'].length > MAX_SERVICES) return null;
  const { plugin_id, alias, sequence } = item;
  const services = item['services'].map(parseService);
  const isValid =
    typeof plugin_id === 'string' &&
    typeof alias === 'string' &&
    ALIAS.test(alias) &&
    !services.includes(null) &&
    MU_COUNTERS.every((counter) => isAmount(item[counter])) &&
    isCount(sequence) &&
    PROPOSAL_COUNTERS.every((counter) => isCount(item[counter]));
  if (!isValid) return null;
  const counters = Object.fromEntries([...MU_COUNTERS, ...PROPOSAL_COUNTERS].map((name) => [name, item[name]]));
  return { plugin_id, alias, sequence, ...counters, services } as unknown as InstanceUsageItem;
}

function parseService(one: unknown): ServiceUsage | null {
  if (!isFields(one)) return null;
  const { service, count, mu } = one as unknown as ServiceUsage;
  return typeof service === 'string' && SERVICE.test(service) && isCount(count) && isAmount(mu)
    ? { service, count, mu }
    : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCursor(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && value !== '' && value.length <= CURSOR_MAX_CHARACTERS);
}

function isAmount(mu: unknown): boolean {
  return typeof mu === 'string' && parseMu(mu) !== null;
}

function isCount(count: unknown): boolean {
  return Number.isSafeInteger(count) && Number(count) >= 0;
}

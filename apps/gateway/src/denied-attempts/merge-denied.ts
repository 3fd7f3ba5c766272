/** Adds up what instances report about the denied attempts of a version. Pure. */
import type { DeniedCount, DeniedOfFleet } from '@kushk/contracts';

const PROTOCOLS: readonly unknown[] = ['tcp', 'udp', 'dns', 'other'] satisfies readonly DeniedCount['protocol'][];
const MAX_HOST_CHARACTERS = 253;
const MAX_PORT = 65_535;
/** An instance reports at most this many, and the answer has at most as many. */
const MAX_DESTINATIONS = 100;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Letters of any script: a name may be an internationalised one. Instances write ? for what no host contains. */
const HOST = /^[\p{L}\p{N}.:_*?…-]+$/u;

/** Reads the reply of an instance as untrusted input; null when any part of it is invalid. */
export function parseDenied(reply: unknown): readonly DeniedCount[] | null {
  const items = (reply as { readonly items?: unknown } | null)?.items;
  if (!Array.isArray(items) || items.length > MAX_DESTINATIONS) return null;
  const parsed = items.map(parseItem);
  const valid = parsed.filter((item) => item !== null);
  return valid.length === parsed.length ? valid : null;
}

/** The destinations that were tried most, each with the number of instances that report it. */
export function mergeDenied(replies: readonly (readonly DeniedCount[])[]): DeniedOfFleet['denied'] {
  const merged = new Map<string, DeniedOfFleet['denied'][number]>();
  for (const item of replies.flat()) {
    const key = `${item.protocol} ${item.host} ${item.port}`;
    const { count, last_on, instances } = merged.get(key) ?? { count: 0, last_on: '', instances: 0 };
    merged.set(key, {
      ...item,
      count: count + item.count,
      last_on: last_on > item.last_on ? last_on : item.last_on,
      instances: instances + 1,
    });
  }
  return [...merged.values()]
    .toSorted((one, other) => other.count - one.count || one.host.localeCompare(other.host))
    .slice(0, MAX_DESTINATIONS);
}

function parseItem(item: unknown): DeniedCount | null {
  const { host, port, protocol, count, last_on } = (item ?? {}) as Readonly<Record<string, unknown>>;
  const isValid =
    typeof host === 'string' &&
    host.length <= MAX_HOST_CHARACTERS &&
    HOST.test(host) &&
    (port === null || isWithin(port, MAX_PORT)) &&
    PROTOCOLS.includes(protocol) &&
    isWithin(count, Number.MAX_SAFE_INTEGER) &&
    typeof last_on === 'string' &&
    DAY.test(last_on);
  return isValid ? ({ host, port, protocol, count, last_on } as DeniedCount) : null;
}

function isWithin(value: unknown, max: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= max;
}

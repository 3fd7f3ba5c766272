/**
 * Several versions of a service may run side by side, and the same reaction may handle different fact types in each
 * (docs/adr/0019-consumer-per-filter.md). A consumer's filter never changes, because JetStream passes over every
 * message that the filter does not match at that moment. Each set of types therefore has a consumer of its own, and a
 * reaction has a fixed number of names for them, because the NATS permissions of a service list the names.
 */
import { consumerSlots } from '@kushk/contracts';

/** One consumer of a reaction, as the server reports it. */
export interface ConsumerVersion {
  readonly name: string;
  readonly filters: readonly string[];
  /** Every message up to this sequence that matches `filters` is processed. */
  readonly ackFloor: number;
  /** True while a process pulls from the consumer. */
  readonly isOwned: boolean;
  /** Time of creation in ISO 8601. */
  readonly created: string;
}

/** The names of the consumers of a reaction. At most this many versions can run side by side. */
export function slotNames(durable: string): string[] {
  return consumerSlots.map((slot) => `${durable}_${slot}`);
}

export function hasFilters(version: ConsumerVersion, filters: readonly string[]): boolean {
  return version.filters.length === filters.length && includesAll(version.filters, filters);
}

/**
 * For each filter the sequence up to which other versions have processed every matching message. A filter is absent
 * when no other version has it.
 */
export function processedByOthers(
  versions: readonly ConsumerVersion[],
  filters: readonly string[],
): ReadonlyMap<string, number> {
  const floors = new Map<string, number>();
  for (const version of versions) {
    if (hasFilters(version, filters)) continue;
    for (const filter of version.filters) {
      if (filters.includes(filter)) floors.set(filter, Math.max(floors.get(filter) ?? 0, version.ackFloor));
    }
  }
  return floors;
}

/**
 * Whether a newer version is running: one that handles all these facts and more. It then processes them alone, so that
 * nothing is processed twice.
 */
export function isSuperseded(versions: readonly ConsumerVersion[], filters: readonly string[]): boolean {
  return versions.some(
    (version) => version.isOwned && version.filters.length > filters.length && includesAll(version.filters, filters),
  );
}

/**
 * The name for a new consumer, and whether a consumer of this name must be deleted first. A consumer is deleted only
 * when no process owns it; first one whose filters other consumers have as well, so that no position is lost, and
 * among those the oldest. Returns null when every name is in use.
 */
export function slotFor(
  durable: string,
  versions: readonly ConsumerVersion[],
): { readonly name: string; readonly replaces: boolean } | null {
  const free = slotNames(durable).find((name) => versions.every((version) => version.name !== name));
  if (free !== undefined) return { name: free, replaces: false };
  const isRedundant = (version: ConsumerVersion): boolean =>
    version.filters.every((filter) =>
      versions.some(
        (other) => other !== version && other.filters.includes(filter) && other.ackFloor >= version.ackFloor,
      ),
    );
  const [oldest] = versions
    .filter(({ isOwned }) => !isOwned)
    .sort((a, b) => Number(isRedundant(b)) - Number(isRedundant(a)) || a.created.localeCompare(b.created));
  return oldest === undefined ? null : { name: oldest.name, replaces: true };
}

function includesAll(all: readonly string[], some: readonly string[]): boolean {
  return some.every((one) => all.includes(one));
}

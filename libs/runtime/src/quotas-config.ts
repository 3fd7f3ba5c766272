/** The quotas of what plugins and publishers store (docs/reference/limits.md). */

export interface Quotas {
  /** Bytes of the records that an installation has. */
  readonly record_bytes: number;
  /** Bytes of records that an installation writes in a day of Tehran. */
  readonly record_bytes_per_day: number;
  /** Proposals of an installation that wait for a person. */
  readonly pending_proposals: number;
  /** Events of an installation that wait for their delivery in order, behind the same key. */
  readonly waiting_events_per_key: number;
  /** Events of an installation that wait for their delivery. */
  readonly waiting_events: number;
  /** Releases of a publisher. */
  readonly releases: number;
  /** Bytes of the manifests of a publisher's releases. */
  readonly manifest_bytes: number;
}

export const DEFAULT_QUOTAS: Quotas = {
  record_bytes: 256 * 1024 * 1024,
  record_bytes_per_day: 1024 * 1024 * 1024,
  pending_proposals: 10_000,
  waiting_events_per_key: 50_000,
  waiting_events: 300_000,
  releases: 2_000,
  manifest_bytes: 512 * 1024 * 1024,
};

export const QUOTAS_RULE = `must be JSON with some of ${JSON.stringify(Object.keys(DEFAULT_QUOTAS))}, positive integers`;

export function areQuotas(value: unknown): value is Partial<Quotas> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([name, quota]) => Object.hasOwn(DEFAULT_QUOTAS, name) && Number.isSafeInteger(quota) && Number(quota) > 0,
  );
}

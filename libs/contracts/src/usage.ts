/**
 * Monthly usage: what an instance reports and what the hub stores (docs/reference/usage.md). MU are decimal strings.
 */
import { command } from './messages.js';

/**
 * Counters of one installation in one month. They never decrease. `sequence` is the position in the log of the
 * installation's wallet and never decreases either.
 */
export interface InstanceUsageItem {
  readonly plugin_id: string;
  readonly alias: string;
  readonly sequence: number;
  readonly mu_consumed: string;
  readonly mu_purchased: string;
  readonly mu_gifted: string;
  readonly proposals_applied: number;
  readonly proposals_rejected: number;
  readonly services: readonly { readonly service: string; readonly count: number; readonly mu: string }[];
}
/** One instance's usage of one publisher's plugins. */
export interface UsageReport {
  readonly items: readonly InstanceUsageItem[];
  /** Everything up to this instant is counted. ISO 8601, by the clock of the instance. */
  readonly as_of: string;
  /** Whether the month is closed on this instance: nothing will be added to it. */
  readonly closed: boolean;
}
/** The usage of one instance as the hub has stored it. */
export interface StoredUsage {
  readonly instance_id: string;
  /** False for a removed instance. The usage that it reported stays in the figures. */
  readonly registered: boolean;
  /**
   * Whether the hub stored the instance's report from this request. False when the request has no report of the
   * instance, and when the report has lower counters than the stored one (the instance was restored from a backup).
   */
  readonly accepted: boolean;
  readonly closed: boolean;
  readonly items: readonly InstanceUsageItem[];
}

export const catalogueUsage = {
  /** Merges the reports into the stored ones and returns every instance that is registered or has a stored report. */
  recordUsage: command<
    { publisher_id: string; month: string; reports: readonly (UsageReport & { readonly instance_id: string })[] },
    { stored: readonly StoredUsage[] }
  >('catalogue', 'usage.record'),
};

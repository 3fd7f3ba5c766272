/**
 * Monthly usage: what instances report and what the hub stores (docs/reference/usage.md). MU are decimal strings.
 * Everything travels in pages that are bounded in bytes, because a publisher can have any number of installations.
 */
import { requiresNoRole } from './caller-policy.js';
import { command, query, type Page } from './messages.js';

/** The counters of an installation in MU, and those that count proposals. */
export const MU_COUNTERS = ['mu_consumed', 'mu_purchased', 'mu_gifted', 'mu_reversed', 'mu_revoked'] as const;
export const PROPOSAL_COUNTERS = ['proposals_applied', 'proposals_rejected'] as const;

export interface UsageCounts {
  readonly mu_consumed: string;
  readonly mu_purchased: string;
  readonly mu_gifted: string;
  /** Consumed MU that were given back. */
  readonly mu_reversed: string;
  /** Purchased or gifted MU that were taken back. */
  readonly mu_revoked: string;
  readonly proposals_applied: number;
  readonly proposals_rejected: number;
}
export interface ServiceUsage {
  readonly service: string;
  readonly count: number;
  readonly mu: string;
}
/**
 * Counters of one installation in one month. They never decrease. `sequence` is the position in the log of the
 * installation's wallet and never decreases either.
 */
export interface InstanceUsageItem extends UsageCounts {
  readonly plugin_id: string;
  readonly alias: string;
  readonly sequence: number;
  readonly services: readonly ServiceUsage[];
}
/** One page of an instance's usage of a publisher's plugins. */
export interface UsagePage {
  readonly items: readonly InstanceUsageItem[];
  /** Everything up to this instant is counted in this page. ISO 8601, by the clock of the instance. */
  readonly as_of: string;
  /** Whether the month is closed on this instance: nothing will be added to it. */
  readonly closed: boolean;
  readonly next_cursor: string | null;
}

/** The most plugins that one request for usage names. */
export const MAX_PLUGINS_PER_USAGE_REQUEST = 1_000;
/** A page of usage ends at the item with which it exceeds this size. */
export const USAGE_PAGE_BYTES = 512 * 1024;

interface UsageTarget {
  publisher_id: string;
  month: string;
}
/** What the hub has stored of one instance. */
export interface UsageStatus {
  readonly instance_id: string;
  /** False for a removed instance. The usage that it reported stays in the figures. */
  readonly registered: boolean;
  readonly closed: boolean;
  /** The number of installations whose usage is stored. */
  readonly installations: number;
}
export interface PluginUsageTotals extends UsageCounts {
  readonly plugin_id: string;
}

/** The stored usage of one publisher in one month. `open_instances` as in `PublisherUsageTotals`. */
interface PublisherMonthTotals extends UsageCounts {
  readonly month: string;
  readonly open_instances: number;
}

/** The stored usage of one publisher, for the operator's settlement. */
export interface PublisherUsageTotals {
  readonly publisher_id: string;
  readonly name: string;
  /** Registered instances that have not closed the month for this publisher. */
  readonly open_instances: number;
  readonly plugins: readonly PluginUsageTotals[];
}

const REPORTED = 'it stores what an instance reports, which reading usage causes';

export const catalogueUsage = {
  /** Every instance that is registered or has reported usage. */
  usageStatus: query<UsageTarget, { instances: readonly UsageStatus[] }>('catalogue', 'usage.status'),
  /**
   * Merges one page of an instance's report into the stored usage. `regressed` are aliases whose counters are lower
   * than the stored ones, and aliases of other instances; they are not counted.
   */
  recordUsage: command<
    UsageTarget & { instance_id: string; as_of: string; items: readonly InstanceUsageItem[] },
    { regressed: readonly string[] }
  >('catalogue', 'usage.record', requiresNoRole(REPORTED)),
  /**
   * Ends a report whose pages have all been recorded. `reported` is the number of installations in it, and
   * `known_before` the number that was stored before the first page was requested. Not accepted when installations
   * are missing or have lower counters, because the instance was restored from a backup.
   */
  completeUsage: command<
    UsageTarget & {
      instance_id: string;
      as_of: string;
      closed: boolean;
      reported: number;
      known_before: number;
      regressed: readonly string[];
    },
    { accepted: boolean }
  >('catalogue', 'usage.complete', requiresNoRole(REPORTED)),
  /** The totals of each plugin that has usage in the month. */
  usageTotals: query<UsageTarget, { plugins: readonly PluginUsageTotals[] }>('catalogue', 'usage.totals'),
  /**
   * The totals of all plugins together, or of one, by month, in the order of `months`; with zeros for a month without
   * usage.
   */
  usageOfMonths: query<
    { publisher_id: string; plugin_id: string | null; months: readonly string[] },
    { months: readonly PublisherMonthTotals[] }
  >('catalogue', 'usage.of-months'),
  /**
   * The usage of installations, ordered by plugin and alias, in pages of about `USAGE_PAGE_BYTES` and at most `limit`
   * items. With `plugin_id`, that of the installations of one plugin.
   */
  listUsage: query<
    UsageTarget & { cursor: string | null; limit?: number; plugin_id?: string },
    Page<InstanceUsageItem>
  >('catalogue', 'usage.list'),
  /** The totals of every publisher, ordered by id, in pages. */
  listSettlementUsage: query<{ month: string; cursor: string | null }, Page<PublisherUsageTotals>>(
    'catalogue',
    'usage.list-settlement',
  ),
};

/** A month's usage on its way: what an instance reports, and what the hub keeps of it (contract §6, §9). */
import { command } from './language.js';

/** Counters of one installation in one month; all of them only grow, and so does `sequence`, its wallet's. */
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
/** What one instance says of one publisher's plugins. */
export interface UsageReport {
  readonly items: readonly InstanceUsageItem[];
  /** Everything up to here is counted; by the clock of the instance. */
  readonly as_of: string;
  /** The month has ended for this instance: nothing will be added to it any more. */
  readonly closed: boolean;
}
/** What the hub holds of one instance. */
export interface KeptUsage {
  readonly instance_id: string;
  /** An instance that was removed stays in the figures of the months that it has reported. */
  readonly registered: boolean;
  /** The report that came with the question counts. False where none came, or where it fell behind what is known (an instance restored from a backup). */
  readonly taken: boolean;
  readonly closed: boolean;
  readonly items: readonly InstanceUsageItem[];
}

export const catalogueUsage = {
  /** Joins reports with the last ones that are known, and answers what is known of every instance: registered, or with a report. */
  keepUsage: command<
    { publisher_id: string; month: string; reports: readonly (UsageReport & { readonly instance_id: string })[] },
    { kept: readonly KeptUsage[] }
  >('catalogue', 'usage.keep'),
};

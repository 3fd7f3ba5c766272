/**
 * What an instance has counted of the calls to the installations of a release. It tells the hub only sums, so that no
 * organisation and no installation can be recognised (docs/reference/rollout.md).
 */

import { query } from './messages.js';

/**
 * The bounds of the durations of tool calls that are counted together, in milliseconds: slot 0 is below the first
 * bound, the last slot at or above the last one. Instances of different versions report the same slots, so the bounds
 * do not change.
 */
export const TOOL_DURATION_BOUNDS_MS: readonly number[] = [
  25, 50, 100, 200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500,
];

/** A release and the whole minutes from `from` until before `to`, both ISO 8601; `to` is null for "until now". */
export interface CountedPeriod {
  readonly plugin_id: string;
  readonly version: string;
  readonly from: string;
  readonly to: string | null;
}
/** The calls that plugins of a release got in a period. */
export interface CallCounts {
  /** Tool calls that were sent, and those of them without a valid response. */
  readonly tool_calls: number;
  readonly tool_errors: number;
  /** The number of tool calls of each slot of `TOOL_DURATION_BOUNDS_MS`. */
  readonly tool_durations: readonly number[];
  /** Attempts to push an event, and those of them that failed by the plugin's fault. */
  readonly event_attempts: number;
  readonly event_failures: number;
  /** Installations with a call or an attempt at or after `from`. */
  readonly installations: number;
}
export interface PeriodCounts extends CallCounts {
  /** Installations of the release that were removed at or after `from`. */
  readonly removals: number;
}

/** The counts of each requested period, in their order. `as_of`: what was stored before it is counted (ISO 8601). */
export interface ReportedCounts {
  readonly as_of: string;
  readonly counts: readonly PeriodCounts[];
}

/** The most periods that one request names. */
export const MAX_COUNTED_PERIODS = 100;

export const removalCounts = {
  /** How many installations were removed while they had the version, in each period. */
  countRemovals: query<{ periods: readonly CountedPeriod[] }, { removals: readonly number[] }>(
    'installation',
    'installation.count-removals',
  ),
};

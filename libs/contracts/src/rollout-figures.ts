/** What the hub knows of the calls to a release that is rolled out, and how (docs/reference/rollout.md). */
import { requiresNoRole } from './caller-policy.js';
import { command, query } from './messages.js';
import type { CallCounts, CountedPeriod, PeriodCounts } from './release-figures.js';

/** When a rollout halts by itself: all three are reached. */
export interface HaltRule {
  /** The percentage of failed calls and attempts, minus that of the version before, in percentage points. */
  readonly error_points: number;
  /** Tool calls and event attempts together. */
  readonly min_calls: number;
  /** Installations with a call or an attempt. */
  readonly min_installations: number;
}
export const DEFAULT_HALT_RULE: HaltRule = { error_points: 5, min_calls: 50, min_installations: 2 };

/** The calls to a version, as people read them. */
export interface CallFigures extends Omit<CallCounts, 'tool_durations' | 'installations'> {
  /** The tool errors and event failures of 100 calls and attempts, with two decimal places; null without any. */
  readonly failed_percent: number | null;
  /** 95 of 100 tool calls took less, in milliseconds; null without calls. */
  readonly p95_ms: number | null;
}
/** What the instances have reported since the rollout began, or was resumed. */
export interface RolloutFigures extends CallFigures {
  /** A whole minute: that in which the rollout began, or the one after it was resumed. */
  readonly since: string;
  /** Until when the instance that reported last has counted, by its own clock. */
  readonly as_of: string;
  readonly installations: number;
  readonly removals: number;
  /** The version before, in the seven days before the rollout began; null for the first version. */
  readonly before: (CallFigures & { readonly version: string }) | null;
  /** `failed_percent` minus that of the version before; null without calls. */
  readonly error_points: number | null;
  /** Whether an instance is silent, or has reported less than before, so that the figures may lack calls. */
  readonly partial: boolean;
  readonly instances: { readonly reported: number; readonly silent: number };
}

/** A running rollout and the periods that instances count for it. */
export interface CountedRollout {
  readonly plugin_id: string;
  readonly version: string;
  readonly since: string;
  readonly before: CountedPeriod | null;
}
interface ReportOfRollout extends Pick<CountedRollout, 'plugin_id' | 'version' | 'since'> {
  readonly counts: PeriodCounts;
  /** Null without a version before. */
  readonly before: PeriodCounts | null;
}

export const catalogueRollouts = {
  /** The running rollouts. */
  listCounted: query<Record<string, never>, { rollouts: readonly CountedRollout[] }>('catalogue', 'rollout.counted'),
  /** Stores what an instance reports; an older report replaces no newer one. */
  recordCounts: command<{ instance_id: string; as_of: string; reports: readonly ReportOfRollout[] }, null>(
    'catalogue',
    'rollout.record-counts',
    requiresNoRole('it stores what an instance reports, which the gateway of the hub requests'),
  ),
  /** Halts every running rollout whose figures reach its rule. Replies with how many. */
  haltFailing: command<Record<string, never>, { halted: number }>(
    'catalogue',
    'rollout.halt-if-failing',
    requiresNoRole('the hub decides by the figures alone'),
  ),
};

/** How existing installations move to a published release: by stages (docs/reference/rollout.md). */
import type { DsseEnvelope } from './catalogue.js';
import type { HaltRule, RolloutFigures } from './rollout-figures.js';

/** For `hours`, `percent` of the installations follow the release by themselves. */
export interface RolloutStage {
  /** More than 0 and at most 100, with at most two decimal places. */
  readonly percent: number;
  readonly hours: number;
}
/** The most stages of a rollout. */
export const MAX_STAGES = 10;
/** The longest stage: thirty days. */
export const MAX_STAGE_HOURS = 720;
export interface RolloutPlan {
  /** The percentages increase, and the last one is 100. */
  readonly stages: readonly RolloutStage[];
  /** By default `DEFAULT_HALT_RULE`. */
  readonly halt?: HaltRule;
}
export const ROLLOUT_STATES = ['running', 'halted', 'complete', 'superseded', 'ended'] as const;
/**
 * `running`: by stages. `complete`: all installations follow the release. In every other state none follows it by
 * itself: it was halted, a newer version was published (`superseded`), or it was suspended or withdrawn (`ended`).
 */
export type RolloutState = (typeof ROLLOUT_STATES)[number];
/** The rollout of a release as the API shows it. */
export interface RolloutResource extends RolloutPlan {
  /** Null before the release is published. */
  readonly state: RolloutState | null;
  /** The percentage of the installations that the rollout has reached. */
  readonly percent: number;
  /** When the next stage begins, or the last one ends; null unless the rollout is running. */
  readonly next_at: string | null;
  /** Why it is halted, the newer version, or `suspended` or `withdrawn`; null while it is running or complete. */
  readonly reason: string | null;
  /** Who resumes it, beside the operator; null unless it is halted. */
  readonly halted_by: RolloutParty | null;
  /** Whether the operator has tightened the publisher's stages, which the publisher then cannot complete early. */
  readonly tightened: boolean;
  readonly halt: HaltRule;
  /** Of a rollout that the hub halted by itself: those that made it do so. Null before an instance has reported. */
  readonly figures: RolloutFigures | null;
}

/** Who stopped or continued a rollout. `hub`: by its figures; the operator resumes it. */
export type RolloutParty = 'publisher' | 'operator' | 'hub';
export const ROLLOUT_ACTIONS = ['halt', 'resume', 'complete'] as const;
export type RolloutAction = (typeof ROLLOUT_ACTIONS)[number];

/** What the hub signs about a rollout is the only content that an instance trusts (`RolloutStatement`). */
export interface RolloutChangedV1 {
  readonly plugin_id: string;
  readonly version: string;
  readonly sequence: number;
  readonly statement: DsseEnvelope;
}

/** The list of all releases, for the operator's staff. */
import type { CapabilityDiff, ReleaseStatus, Tier } from './catalogue.js';
import type { RolloutState } from './rollout.js';

/** A release in the list of the operator's staff. */
export interface FoundRelease {
  readonly plugin_id: string;
  /** The plugin's names by language. */
  readonly names: Readonly<Record<string, string>>;
  readonly version: string;
  readonly publisher_id: string;
  readonly kind: 'external' | 'instance';
  readonly status: ReleaseStatus;
  readonly requested_tier: Tier | '';
  readonly tier: Tier | null;
  readonly status_reason: string | null;
  readonly submitted_at: string;
  readonly published_at: string | null;
  readonly updated_at: string;
  /** Null for a release that is not rolled out in stages. */
  readonly rollout: ListedRollout | null;
}
interface ListedRollout {
  readonly state: RolloutState;
  /** The share of the installations that the release has reached, in percent. */
  readonly percent: number;
}
/** Filters the releases; null fields match everything. */
export interface ReleaseFilter {
  readonly status: ReleaseStatus | null;
  readonly publisher_id: string | null;
  readonly plugin_id: string | null;
  /** Searches the names and the id of the plugin, the version and the id of the publisher. */
  readonly q: string | null;
  /** The published releases whose rollout was halted, or ended with a suspension. Older gateways leave it out. */
  readonly rollout?: 'stopped' | null;
  /** By submission, or with `changed` the last change first. Older gateways leave it out: the newest first. */
  readonly sort?: 'newest' | 'oldest' | 'changed' | null;
}
/** Where a release is now. `diff_class` is that of its `diff`. */
export interface ReleaseState {
  readonly plugin_id: string;
  readonly version: string;
  readonly status: ReleaseStatus;
  readonly diff_class: CapabilityDiff['class'] | null;
}
export interface ReleaseKeys {
  readonly releases: readonly { readonly plugin_id: string; readonly version: string }[];
}

/** How far a release is rolled out, by the last statement of the hub. The stream is that of one release. */
import type { RolloutState } from '@kushk/contracts';
import { PLACES } from '@kushk/credentials';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';
import type { ReleaseSource } from '../listing/listing.js';

/** The state of a rollout, and the percentage of the installations that it has reached. */
export interface RolloutProgress {
  readonly state: RolloutState;
  readonly percent: number;
}
export type RolloutFact = Fact<'RolloutStated', RolloutProgress & { readonly sequence: number; readonly at: string }>;

/** `sequence` is 0 and `progress` null before the first statement. */
export interface Rollout {
  readonly sequence: number;
  readonly progress: RolloutProgress | null;
}

export const rolloutStream: StreamType<Rollout, RolloutFact> = {
  category: 'rollout',
  factTypes: { RolloutStated: true },
  initial: { sequence: 0, progress: null },
  stateVersion: 1,
  evolve: (_rollout, { data: { sequence, state, percent } }) => ({ sequence, progress: { state, percent } }),
};

/**
 * How far a listed release is rolled out; null when all installations follow it. One whose first statement has not
 * arrived has reached none. A development release is not the release of the hub that the statements are about.
 */
export function progressOf(
  { paced = false, source }: { readonly status: string; readonly paced?: boolean; readonly source?: ReleaseSource },
  stated: RolloutProgress | null,
): RolloutProgress | null {
  if (!paced || source !== 'hub') return null;
  return stated === null ? { state: 'running', percent: 0 } : { state: stated.state, percent: stated.percent };
}

/**
 * Whether an installation at this place (`rolloutPlace`) follows the release by itself. All installations follow a
 * release without a rollout.
 */
export function reaches(progress: RolloutProgress | null, placeOf: () => number): boolean {
  if (progress === null) return true;
  switch (progress.state) {
    case 'complete':
      return true;
    case 'running':
      return placeOf() < Math.round(progress.percent * (PLACES / 100));
    case 'halted':
    case 'superseded':
    case 'ended':
      return false;
    default:
      return unreachable(progress.state);
  }
}

/** Whether the rollout has reached all installations, so that new ones get the release too. */
export function reachesAll(progress: RolloutProgress | null): boolean {
  return reaches(progress, () => PLACES - 1);
}

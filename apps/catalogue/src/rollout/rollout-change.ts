/** The common parts of the decisions on a rollout: the statements that the hub signs for the instances. */
import type { DsseEnvelope, RolloutPlan } from '@kushk/contracts';
import type { RolloutStatement } from '@kushk/credentials';
import { streamRef } from '@kushk/decider';
import { compareVersions, isPreRelease } from '@kushk/manifest';
import type { OwnedPlugin } from '../plugin/plugin.js';
import { releaseKey } from '../release/release.js';
import { isAtOnce } from './rollout-plan.js';
import {
  percentOf,
  rolloutStream,
  type KnownRollout,
  type Rollout,
  type RolloutFact,
  type SignedRollout,
} from './rollout.js';

export interface RolloutChange {
  readonly pluginId: string;
  readonly version: string;
  readonly at: string;
  readonly signRollout: (statement: RolloutStatement) => DsseEnvelope;
}

export function rolloutRef(pluginId: string, version: string) {
  return streamRef(rolloutStream, releaseKey(pluginId, version));
}

/** Signs with the next sequence number of the release, as for its status (`issueStatement`). */
export function signedRollout(
  { pluginId, version, at, signRollout }: RolloutChange,
  { sequence: last }: { readonly sequence: number },
  { state, percent }: Pick<RolloutStatement, 'state' | 'percent'>,
): SignedRollout {
  const sequence = Math.max(last + 1, Date.parse(at));
  return { sequence, statement: signRollout({ plugin_id: pluginId, version, state, percent, sequence, at }) };
}

/** A statement that leaves the percentage as it is. */
export function signedState(
  change: RolloutChange,
  rollout: KnownRollout,
  state: RolloutStatement['state'],
): SignedRollout {
  return signedRollout(change, rollout, { state, percent: percentOf(rollout) });
}

/**
 * The facts of the publication of a release with this plan. The first release of a plugin has no installations to move,
 * and a plan that holds nothing back needs no statement: instances then let all installations follow.
 */
export function startRollout(
  change: RolloutChange,
  { plan, isTightened }: { readonly plan: RolloutPlan; readonly isTightened: boolean },
  plugin: OwnedPlugin,
): readonly RolloutFact[] {
  const { pluginId, version, at } = change;
  const { stages, halt } = plan;
  const [first] = stages;
  if (plugin.sequence === 0 || first === undefined || isAtOnce(plan)) return [];
  const signed = signedRollout(change, { sequence: 0 }, { state: 'running', percent: first.percent });
  const newest = newestFor(version, [...plugin.published, version]) ?? version;
  const { publisherId } = plugin;
  const data = { ...signed, pluginId, version, publisherId, stages, isTightened, newest, at, ...(halt && { halt }) };
  return [{ type: 'RolloutStarted', data }];
}

/** The facts of the end of a rollout with the suspension or withdrawal of its release. */
export function endRollout(
  change: RolloutChange,
  rollout: Rollout,
  cause: 'suspended' | 'withdrawn',
): readonly RolloutFact[] {
  if (rollout.status !== 'running' && rollout.status !== 'halted') return [];
  return [{ type: 'RolloutEnded', data: { ...signedState(change, rollout, 'ended'), cause, at: change.at } }];
}

/**
 * The highest of the versions to which installations move that follow `version`; null if there is none. Pre-releases
 * count only beside a pre-release, because installations on the channel `stable` do not follow them.
 */
export function newestFor(version: string, versions: readonly string[]): string | null {
  const followed = versions.filter((each) => isPreRelease(version) || !isPreRelease(each));
  return followed.toSorted((a, b) => compareVersions(b, a))[0] ?? null;
}

/** The rollout of a release as the API returns it. */
import { DEFAULT_HALT_RULE, type RolloutResource } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import type { StoredStatus, StoredSubmission } from '../release/release-resource.js';
import { AT_ONCE } from './rollout-plan.js';
import { percentOf, stageEnd, type KnownRollout, type Rollout } from './rollout.js';

export function rolloutResource(
  rollout: Rollout,
  submission: Pick<StoredSubmission, 'rollout'>,
  status: Pick<StoredStatus, 'summary'>,
): RolloutResource {
  return rollout.status === 'absent' ? absentRollout(submission, status) : startedResource(rollout);
}

/** A release without a rollout is not published yet, or all installations followed it at its publication. */
export function absentRollout(
  { rollout: plan }: Pick<StoredSubmission, 'rollout'>,
  { summary }: Pick<StoredStatus, 'summary'>,
): RolloutResource {
  const { stages, halt = DEFAULT_HALT_RULE } = plan ?? AT_ONCE;
  const none = { stages, halt, next_at: null, reason: null, halted_by: null, tightened: false, figures: null };
  return summary.published_at === null
    ? { state: null, percent: 0, ...none }
    : { state: 'complete', percent: 100, ...none };
}

/** Without the figures that instances report; those of a rollout that the hub halted are in the log. */
export function startedResource(rollout: KnownRollout): RolloutResource {
  const { status: state, stages, halt, isTightened: tightened } = rollout;
  const percent = percentOf(rollout);
  const common = {
    state,
    percent,
    stages,
    halt,
    next_at: null,
    reason: null,
    halted_by: null,
    tightened,
    figures: null,
  };
  switch (rollout.status) {
    case 'running':
      return { ...common, next_at: stageEnd(rollout).toISOString() };
    case 'halted':
      return { ...common, reason: rollout.reason, halted_by: rollout.haltedBy, figures: rollout.figures };
    case 'complete':
      return common;
    case 'superseded':
      return { ...common, reason: rollout.newer };
    case 'ended':
      return { ...common, reason: rollout.cause };
    default:
      return unreachable(rollout);
  }
}

/**
 * The clock moves a rollout to its next stage, and after the last one completes it. A newer version supersedes it. A
 * stage lasts from the statement about it, so a hub that was down skips none.
 */
import type { RolloutFigures } from '@kushk/contracts';
import { accept, unreachable, type Accepted } from '@kushk/decider';
import { compareVersions } from '@kushk/manifest';
import { requireOwned, type Plugin } from '../../plugin/plugin.js';
import { newestFor, signedRollout, signedState, type RolloutChange } from '../rollout-change.js';
import { isHaltDue } from '../rollout-figures.js';
import { stageEnd, type Rollout, type RolloutFact, type RunningRollout } from '../rollout.js';

export interface AdvanceRollout extends RolloutChange {
  /** Null before an instance has reported. */
  readonly figures: RolloutFigures | null;
}

export interface AdvanceStates {
  readonly rollout: Rollout;
  readonly plugin: Plugin;
}

/** Replies whether the rollout has changed. */
export function advanceRollout(
  change: AdvanceRollout,
  { rollout, plugin }: AdvanceStates,
): Accepted<{ rollout: readonly RolloutFact[] }, boolean> {
  const facts = factsOf(change, rollout, plugin);
  return accept({ rollout: facts }, facts.length > 0);
}

function factsOf(change: AdvanceRollout, rollout: Rollout, plugin: Plugin): readonly RolloutFact[] {
  switch (rollout.status) {
    case 'absent':
    case 'complete':
    case 'superseded':
    case 'ended':
      return [];
    case 'running':
    case 'halted': {
      const { version, newest } = rollout;
      const newer = newestFor(version, requireOwned(plugin).published);
      if (newer !== null && compareVersions(newer, newest) > 0) {
        const data = { ...signedState(change, rollout, 'superseded'), newer, at: change.at };
        return [{ type: 'RolloutSuperseded', data }];
      }
      return rollout.status === 'running' ? nextStage(change, rollout) : [];
    }
    default:
      return unreachable(rollout);
  }
}

function nextStage(change: AdvanceRollout, rollout: RunningRollout): readonly RolloutFact[] {
  const { at, figures } = change;
  if (stageEnd(rollout) > new Date(at)) return [];
  // It is halted by what is known already, and the stage must not come first.
  if (figures !== null && figures.since === rollout.countedFrom && isHaltDue(figures, rollout.halt)) return [];
  const next = rollout.stage + 1;
  const stage = rollout.stages[next];
  if (stage === undefined || (stage.hours === 0 && next === rollout.stages.length - 1)) {
    const signed = signedRollout(change, rollout, { state: 'complete', percent: 100 });
    return [{ type: 'RolloutCompleted', data: { ...signed, by: null, at } }];
  }
  const signed = signedRollout(change, rollout, { state: 'running', percent: stage.percent });
  return [{ type: 'RolloutStageReached', data: { ...signed, stage: next, at } }];
}

/**
 * The publisher or the operator halts, resumes or completes a rollout. Who halted it resumes it, and so does an
 * operator; the current stage then begins again.
 */
import {
  freeTextProblems,
  NOTES_MAX_CODE_POINTS,
  type ReleaseStatus,
  type RolloutAction,
  type RolloutParty,
  type RolloutState,
} from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { KnownRelease, Release } from '../../release/release.js';
import { releaseNotFound } from '../../release/status-change.js';
import { signedRollout, signedState, type RolloutChange } from '../rollout-change.js';
import type { KnownRollout, Rollout, RolloutFact } from '../rollout.js';

export interface ChangeRollout extends RolloutChange {
  /** Null when the operator changes the rollout. */
  readonly publisherId: string | null;
  readonly action: RolloutAction;
  /** Only of `halt`; may be empty. */
  readonly reason: string;
  readonly by: string;
}

const TARGETS = { halt: 'halted', resume: 'running', complete: 'complete' } as const satisfies Readonly<
  Record<RolloutAction, RolloutState>
>;

/**
 * Rejects with `request.invalid` (reason), `catalogue.release_not_found` (unknown release, or a release of another
 * publisher) or `catalogue.transition_invalid`.
 */
export function changeRollout(
  command: ChangeRollout,
  { release, rollout }: { readonly release: Release; readonly rollout: Rollout },
): Decision<{ rollout: readonly RolloutFact[] }, null> {
  const { pluginId, version, publisherId, action, reason } = command;
  const problems = freeTextProblems('/reason', reason, { required: false, maxCodePoints: NOTES_MAX_CODE_POINTS });
  if (problems.length > 0) return refuse('request.invalid', { problems });
  if (release.status === 'absent' || (publisherId !== null && release.publisherId !== publisherId))
    return releaseNotFound(pluginId, version);
  const party: RolloutParty = publisherId === null ? 'operator' : 'publisher';
  const allowed = allowedStates(rollout, release, party);
  const to = TARGETS[action];
  if (rollout.status === 'absent' || !allowed.includes(to))
    return refuse('catalogue.transition_invalid', { from: stateOf(rollout, release), to, allowed });
  return accept({ rollout: [factOf(command, rollout, party)] }, null);
}

/** The states to which this party may change the rollout now. */
function allowedStates(rollout: Rollout, release: KnownRelease, party: RolloutParty): readonly RolloutState[] {
  switch (rollout.status) {
    case 'absent':
    case 'complete':
    case 'superseded':
      return [];
    case 'running':
      return ['halted', ...completion(rollout, party)];
    case 'halted':
      if (party === 'operator')
        return [...(rollout.haltedBy === 'operator' ? [] : (['halted'] as const)), 'running', 'complete'];
      return rollout.haltedBy === 'publisher' ? ['running', ...completion(rollout, party)] : [];
    case 'ended':
      // The suspension was the operator's, and so is what follows when the release is published again.
      return party === 'operator' && release.status === 'published' ? ['running'] : [];
    default:
      return unreachable(rollout);
  }
}

/** A publisher does not widen what the operator has tightened. */
function completion({ isTightened }: KnownRollout, party: RolloutParty): readonly RolloutState[] {
  return party === 'publisher' && isTightened ? [] : ['complete'];
}

/** What the rollout changes from: its state, or the status of a release that is not rolled out. */
function stateOf(rollout: Rollout, { status }: KnownRelease): RolloutState | ReleaseStatus {
  if (rollout.status !== 'absent') return rollout.status;
  return status === 'published' ? 'complete' : status;
}

function factOf(command: ChangeRollout, rollout: KnownRollout, party: RolloutParty): RolloutFact {
  const { action, reason, by, at } = command;
  switch (action) {
    case 'halt':
      return { type: 'RolloutHalted', data: { ...signedState(command, rollout, 'halted'), party, reason, by, at } };
    case 'resume':
      return { type: 'RolloutResumed', data: { ...signedState(command, rollout, 'running'), party, by, at } };
    case 'complete': {
      const signed = signedRollout(command, rollout, { state: 'complete', percent: 100 });
      return { type: 'RolloutCompleted', data: { ...signed, by, at } };
    }
    default:
      return unreachable(action);
  }
}

/** The operator publishes an approved release. From then on, compatible instances may list it. */
import type { Json } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import { requireOwned, type OwnedPlugin } from '../../plugin/plugin.js';
import { startRollout } from '../../rollout/rollout-change.js';
import { AT_ONCE, planOf, planProblems, tighteningProblems } from '../../rollout/rollout-plan.js';
import type { RolloutFact } from '../../rollout/rollout.js';
import type { ApprovedRelease } from '../release.js';
import {
  issueStatement,
  releaseNotFound,
  transitionInvalid,
  type StatusChange,
  type StatusChangeFacts,
  type StatusStates,
} from '../status-change.js';

export interface PublishRelease extends StatusChange {
  /** The tighter stages of the operator, as they were sent. */
  readonly tightened?: Json | undefined;
}

/** Rejects with `request.invalid` (stages), `catalogue.release_not_found` or `catalogue.transition_invalid`. */
export function publishRelease(
  command: PublishRelease,
  { release, plugin }: StatusStates,
): Decision<StatusChangeFacts, null> {
  const { tightened, plan } = command;
  const invalid = planProblems('/rollout', tightened);
  const ofOperator = invalid.length > 0 ? null : planOf(tightened);
  const problems = ofOperator === null ? invalid : tighteningProblems('/rollout', ofOperator, plan ?? AT_ONCE);
  if (problems.length > 0) return refuse('request.invalid', { problems });
  switch (release.status) {
    case 'absent':
      return releaseNotFound(command.pluginId, command.version);
    case 'approved':
      return accept(
        publication(
          command,
          { release, plugin: requireOwned(plugin) },
          startRollout(
            command,
            { plan: { ...plan, ...(ofOperator ?? plan ?? AT_ONCE) }, isTightened: ofOperator !== null },
            requireOwned(plugin),
          ),
        ),
        null,
      );
    case 'submitted':
    case 'in_review':
    case 'rejected':
    case 'published':
    case 'suspended':
    case 'withdrawn':
      return transitionInvalid(release.status, 'published');
    default:
      return unreachable(release);
  }
}

/** Returns the facts of a publication. An approval with immediate publication records the same facts. */
export function publication(
  command: Omit<StatusChange, 'plan' | 'signRollout'>,
  { release, plugin }: { readonly release: ApprovedRelease; readonly plugin: OwnedPlugin },
  rollout: readonly RolloutFact[] = [],
): StatusChangeFacts {
  const { by, at } = command;
  const { signedStatus, issued } = issueStatement(
    command,
    { release, plugin },
    { status: 'published', reason: null, isPaced: rollout.length > 0 },
  );
  return { rollout, release: [{ type: 'ReleasePublished', data: { by, at, signedStatus } }], plugin: [issued] };
}

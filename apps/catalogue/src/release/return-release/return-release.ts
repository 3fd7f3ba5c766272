/**
 * A publisher returns to the content of an earlier release under a higher version. The reviewer's approval of that
 * content is repeated, and the release is submitted, approved and published in one commit
 * (docs/adr/0046-return-to-an-earlier-release.md). Where reviewers decide on returns, it is only submitted.
 */
import {
  freeTextProblems,
  NOTES_MAX_CODE_POINTS,
  RETURN_OUTDATED,
  type ReleaseReturn,
  type ReturnApproval,
} from '@kushk/contracts';
import { accept, fold, refuse, streamRef, type Decision } from '@kushk/decider';
import { newestPublished, requireOwned, type PluginFact } from '../../plugin/plugin.js';
import type { PublisherQuotaFact } from '../../publisher/publisher-quota.js';
import { rolloutRef } from '../../rollout/rollout-change.js';
import { absentRollout } from '../../rollout/rollout-resource.js';
import type { Rollout, RolloutFact } from '../../rollout/rollout.js';
import { publication } from '../publish-release/publish-release.js';
import { approvalOf, statusSummary } from '../release-resource.js';
import { releaseKey, releaseStream, type ApprovedRelease, type Release, type ReleaseFact } from '../release.js';
import type { SignStatus } from '../status-change.js';
import {
  NEWEST_VERSION_CHANGED,
  submissionStreams,
  submitRelease,
  type SubmissionStates,
  type SubmitRelease,
} from '../submit-release/submit-release.js';
import { publishedTier, returnRefusal, versionRefusal } from './return-refusal.js';

/** `repeat`: there is no approval, because the request may only get the stored reply of an earlier one. */
export type ReturnApproved = (ReturnApproval & { readonly previous: string | null }) | 'reviewer' | 'repeat';
export interface ReturnRelease {
  readonly from: string;
  readonly reason: string;
  readonly submission: SubmitRelease;
  /** The versions of the plugin that were ever published, read before the decision. */
  readonly everPublished: readonly string[];
  readonly approved: ReturnApproved;
  readonly result: Omit<ReleaseReturn, 'release' | 'approval' | 'dry_run'>;
  readonly sign: SignStatus;
}
export interface ReturnStates extends SubmissionStates {
  /** The earlier release. */
  readonly source: Release;
  readonly sourceRollout: Rollout;
}
interface ReturnFacts {
  readonly quota: readonly PublisherQuotaFact[];
  readonly source: readonly ReleaseFact[];
  readonly sourceRollout: readonly RolloutFact[];
  readonly release: readonly ReleaseFact[];
  readonly plugin: readonly PluginFact[];
  readonly replaced: readonly ReleaseFact[];
}

/** Who approves and publishes a return. */
const SYSTEM = { by: 'system', byName: 'system' };

export function returnStreams({ submission, from }: Pick<ReturnRelease, 'submission' | 'from'>) {
  return {
    ...submissionStreams(submission),
    source: streamRef(releaseStream, releaseKey(submission.manifest.id, from)),
    sourceRollout: rolloutRef(submission.manifest.id, from),
  };
}

/**
 * Rejects with `request.invalid`, `catalogue.release_not_found`, `release.return_refused`, like a submission, and with
 * `RETURN_OUTDATED` when the approval names another newest version than the plugin has.
 */
export function returnRelease(command: ReturnRelease, states: ReturnStates): Decision<ReturnFacts, ReleaseReturn> {
  const { approved, reason, submission } = command;
  const problems = freeTextProblems('/reason', reason, { required: true, maxCodePoints: NOTES_MAX_CODE_POINTS });
  if (problems.length > 0) return refuse('request.invalid', { problems });
  const { from, result, everPublished } = command;
  const { publisherId, manifest } = submission;
  const published = states.plugin.status === 'absent' ? [] : states.plugin.published;
  const source = { release: states.source, rollout: states.sourceRollout };
  const refusal = returnRefusal({ publisherId, pluginId: manifest.id, from }, source, published);
  if (refusal !== null) return refusal;
  const returned = { from, reason, basis: typeof approved === 'string' ? null : approved.basis };
  const submitted = submitRelease({ ...submission, returned }, states);
  if (!submitted.accepted)
    return submitted.refusal.code === NEWEST_VERSION_CHANGED ? refuse(RETURN_OUTDATED) : submitted;
  const lower = versionRefusal({ from, version: manifest.version }, { published, everPublished });
  if (lower !== null) return lower;
  const isOutdated =
    approved === 'repeat' || (approved !== 'reviewer' && approved.previous !== newestPublished(states.plugin));
  if (isOutdated) return refuse(RETURN_OUTDATED);
  const released = releasedWith(submitted.facts.release, command, states);
  const after = fold(releaseStream, released.release);
  if (after.status === 'absent') throw new Error('a release is never absent after ReleaseSubmitted');
  return accept(
    { quota: submitted.facts.quota, source: [], sourceRollout: [], replaced: [], ...released },
    {
      ...result,
      dry_run: false,
      approval: approved === 'reviewer' ? 'reviewer' : 'automatic',
      release: {
        ...submitted.reply,
        ...statusSummary(after),
        signature: approvalOf(after),
        rollout: absentRollout({ rollout: null }, { summary: statusSummary(after) }),
      },
    },
  );
}

/** The facts after the submission: the steps of a reviewer, made by the service, and the publication. */
function releasedWith(
  submitted: readonly ReleaseFact[],
  { approved, submission, sign }: ReturnRelease,
  { source, plugin }: ReturnStates,
): Pick<ReturnFacts, 'release' | 'plugin'> {
  if (typeof approved === 'string') return { release: submitted, plugin: [] };
  const { manifest, at } = submission;
  const step = { ...SYSTEM, at };
  const decided: readonly ReleaseFact[] = [
    ...submitted,
    { type: 'ReviewStarted', data: { ...step, reviewRevision: 1 } },
    {
      type: 'ApprovalRecorded',
      data: { ...step, reviewRevision: 2, tier: publishedTier(source), notes: '', approval: approved.approval },
    },
  ];
  const release = fold(releaseStream, decided) as ApprovedRelease;
  const change = { pluginId: manifest.id, version: manifest.version, by: SYSTEM.by, at, manifest, sign };
  const published = publication(change, { release, plugin: requireOwned(plugin) });
  return { release: [...decided, ...published.release], plugin: published.plugin };
}

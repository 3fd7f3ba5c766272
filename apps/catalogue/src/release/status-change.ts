/**
 * The common parts of the commands that change the status of a release (docs/reference/releases.md): the streams, the
 * rejections, the statement that the hub signs for the instances, and the reply.
 */
import {
  invalidTransition,
  type DsseEnvelope,
  type JsonObject,
  type ReleaseResource,
  type ReleaseStatus,
  type RolloutPlan,
} from '@kushk/contracts';
import type { ReleaseStatusStatement } from '@kushk/credentials';
import { accept, fold, refuse, streamRef, type Decision, type Refused } from '@kushk/decider';
import {
  pluginStream,
  type OwnedPlugin,
  type Plugin,
  type PluginFact,
  type StatementIssued,
} from '../plugin/plugin.js';
import { rolloutRef, type RolloutChange } from '../rollout/rollout-change.js';
import { rolloutResource } from '../rollout/rollout-resource.js';
import { rolloutStream, type Rollout, type RolloutFact } from '../rollout/rollout.js';
import { releaseResource, storedStatus, type StoredSubmission } from './release-resource.js';
import {
  releaseKey,
  releaseStream,
  type ApprovedRelease,
  type PublishedRelease,
  type Release,
  type ReleaseFact,
  type SignedStatus,
  type SuspendedRelease,
} from './release.js';

/** Signs with the hub's key. Ed25519 is deterministic, so a repeated decision produces the same signature. */
export type SignStatus = (statement: ReleaseStatusStatement) => DsseEnvelope;

/**
 * The states that the decision on a status change needs: the release, and its plugin, which counts the signed
 * statements.
 */
export interface ReleaseAndPlugin {
  readonly release: Release;
  readonly plugin: Plugin;
}
/** With the rollout of the release, which starts with its publication and ends with its suspension or withdrawal. */
export interface StatusStates extends ReleaseAndPlugin {
  readonly rollout: Rollout;
}
export interface StatusChangeFacts {
  readonly rollout?: readonly RolloutFact[];
  readonly release: readonly ReleaseFact[];
  readonly plugin: readonly PluginFact[];
}
/** `manifest` is the submitted manifest, which never changes, and `plan` the rollout that was submitted with it. */
export interface StatusChange extends RolloutChange {
  readonly by: string;
  readonly manifest: JsonObject;
  readonly plan: RolloutPlan | null;
  readonly sign: SignStatus;
}

export function releaseAndPlugin(pluginId: string, version: string) {
  return {
    release: streamRef(releaseStream, releaseKey(pluginId, version)),
    plugin: streamRef(pluginStream, pluginId),
  };
}

export function statusStreams(pluginId: string, version: string) {
  return { ...releaseAndPlugin(pluginId, version), rollout: rolloutRef(pluginId, version) };
}

/**
 * Returns the same error for an unknown release and for a release of another publisher, so that a publisher learns
 * nothing about the releases of others.
 */
export function releaseNotFound(pluginId: string, version: string): Refused {
  return refuse('catalogue.release_not_found', { plugin_id: pluginId, version });
}

/**
 * Returns the error for a change that the current status does not allow: HTTP status 409 with the parameters `from`,
 * `to` and `allowed`.
 */
export function transitionInvalid(from: ReleaseStatus, to: ReleaseStatus): Refused {
  return refuse('catalogue.transition_invalid', invalidTransition(from, to));
}

/**
 * Signs the new status with the plugin's next sequence number. It is at least the time of the decision in epoch
 * milliseconds: a hub whose database was restored has forgotten its latest statements, and instances accept only
 * statements that are newer than those. Returns the data for the facts of the release and of the plugin.
 */
export function issueStatement(
  change: Omit<StatusChange, 'plan' | 'signRollout'>,
  {
    release,
    plugin,
  }: { readonly release: ApprovedRelease | PublishedRelease | SuspendedRelease; readonly plugin: OwnedPlugin },
  { status, reason, isPaced = false }: Pick<ReleaseStatusStatement, 'status' | 'reason'> & { isPaced?: boolean },
): { readonly signedStatus: SignedStatus; readonly issued: StatementIssued } {
  const { pluginId, version, pluginApi, tier, approval, manifestDigest } = release;
  const { at, manifest } = change;
  const sequence = Math.max(plugin.sequence + 1, Date.parse(at));
  const statement = change.sign({
    plugin_id: pluginId,
    version,
    status,
    reason,
    sequence,
    at,
    manifest_digest: manifestDigest,
    ...(isPaced && { paced: true as const }),
  });
  return {
    signedStatus: { pluginId, version, pluginApi, tier, sequence, statement, manifest, approval },
    issued: { type: 'StatementIssued', data: { sequence, version, status, at } },
  };
}

/** The data that the reply contains besides the new status. */
export interface ReplyContext {
  readonly submission: StoredSubmission;
  readonly fleet: ReleaseResource['fleet'];
  readonly comments: ReleaseResource['comments'];
  readonly figures: ReleaseResource['rollout']['figures'];
}

/**
 * Replies with the release in its state after this decision. The reply is made inside the decision, so that it is
 * stored with the facts and returned again for a repeated request.
 */
export function replyWithRelease(
  decision: Decision<StatusChangeFacts, null>,
  before: Pick<StatusStates, 'release' | 'rollout'>,
  { submission, fleet, comments, figures }: ReplyContext,
): Decision<StatusChangeFacts, ReleaseResource> {
  if (!decision.accepted) return decision;
  const release = fold(releaseStream, decision.facts.release, before.release);
  if (release.status === 'absent') throw new Error('a release is never absent after a change of its status');
  const status = storedStatus(release);
  const rollout = fold(rolloutStream, decision.facts.rollout ?? [], before.rollout);
  const resource = rolloutResource(rollout, submission, status);
  // A rollout that was resumed begins its counts again.
  const isCounted = rollout.status !== 'absent' && rollout.countedFrom === figures?.since;
  const shown = { ...resource, figures: resource.figures ?? (isCounted ? figures : null) };
  return accept(decision.facts, releaseResource(submission, status, { fleet, comments, rollout: shown }));
}

/**
 * What the commands that change the status of a release share (docs/reference/releases.md): their streams, their
 * refusals, the statement that the hub signs for the fleet, and the reply.
 */
import {
  invalidTransition,
  type DsseEnvelope,
  type JsonObject,
  type ReleaseResource,
  type ReleaseStatus,
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

/** Signs with the hub's key. Ed25519 is deterministic, so calling it again in a repeated decision is safe. */
export type SignStatus = (statement: ReleaseStatusStatement) => DsseEnvelope;

/** A change of status is decided over the release and its plugin, which counts the signed statements. */
export interface ReleaseAndPlugin {
  readonly release: Release;
  readonly plugin: Plugin;
}
export interface StatusChangeFacts {
  readonly release: readonly ReleaseFact[];
  readonly plugin: readonly PluginFact[];
}
/** `manifest` is the submitted one; it never changes. */
export interface StatusChange {
  readonly pluginId: string;
  readonly version: string;
  readonly by: string;
  readonly at: string;
  readonly manifest: JsonObject;
  readonly sign: SignStatus;
}

export function releaseAndPlugin(pluginId: string, version: string) {
  return {
    release: streamRef(releaseStream, releaseKey(pluginId, version)),
    plugin: streamRef(pluginStream, pluginId),
  };
}

/** Absent and foreign releases get the same refusal, so that a publisher learns nothing about others. */
export function releaseNotFound(pluginId: string, version: string): Refused {
  return refuse('catalogue.release_not_found', { plugin_id: pluginId, version });
}

/** 409 with `from`, `to` and `allowed`. */
export function transitionInvalid(from: ReleaseStatus, to: ReleaseStatus): Refused {
  return refuse('catalogue.transition_invalid', invalidTransition(from, to));
}

/** Signs the new status under the plugin's next sequence number, for the fact of the release and that of the plugin. */
export function issueStatement(
  change: StatusChange,
  {
    release,
    plugin,
  }: { readonly release: ApprovedRelease | PublishedRelease | SuspendedRelease; readonly plugin: OwnedPlugin },
  { status, reason }: Pick<ReleaseStatusStatement, 'status' | 'reason'>,
): { readonly signedStatus: SignedStatus; readonly issued: StatementIssued } {
  const { pluginId, version, pluginApi, tier, approval, manifestDigest } = release;
  const { at, manifest } = change;
  const sequence = plugin.sequence + 1;
  const statement = change.sign({
    plugin_id: pluginId,
    version,
    status,
    reason,
    sequence,
    at,
    manifest_digest: manifestDigest,
  });
  return {
    signedStatus: { pluginId, version, pluginApi, tier, sequence, statement, manifest, approval },
    issued: { type: 'StatementIssued', data: { sequence, version, status, at } },
  };
}

/** What the reply shows beside the new status. */
export interface ReplyContext {
  readonly submission: StoredSubmission;
  readonly fleet: ReleaseResource['fleet'];
}

/**
 * Replies with the release as the decision's own facts leave it: only a reply that is made inside the decision can be
 * stored with the facts for an idempotent repeat.
 */
export function replyWithRelease(
  decision: Decision<StatusChangeFacts, null>,
  before: Release,
  { submission, fleet }: ReplyContext,
): Decision<StatusChangeFacts, ReleaseResource> {
  if (!decision.accepted) return decision;
  const release = fold(releaseStream, decision.facts.release, before);
  if (release.status === 'absent') throw new Error('a release is never absent after a change of its status');
  return accept(decision.facts, releaseResource(submission, storedStatus(release), fleet));
}

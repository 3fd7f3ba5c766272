/**
 * The release as the API returns it. It is stored in two parts: the submission, which never changes, and the status,
 * which every change replaces. A new field belongs to one of the two parts; compile errors show which functions still
 * lack it.
 */
import type {
  CapabilityDiff,
  DsseEnvelope,
  Provenance,
  ReleaseResource,
  ReleaseSummary,
  RolloutPlan,
} from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import type { KnownRelease, ReleaseSubmitted } from './release.js';

/** Rows of 0.1.0 lack these fields, and a rebuild must give equal rows: a row has them only when they have a value. */
type Optional<Field extends keyof ReleaseSummary> = { readonly [Each in Field]?: NonNullable<ReleaseSummary[Each]> };

/** The part of a release summary that changes with the status. */
export type StatusSummary = Pick<
  ReleaseSummary,
  | 'status'
  | 'tier'
  | 'review_notes'
  | 'status_reason'
  | 'review_started_at'
  | 'decided_at'
  | 'published_at'
  | 'updated_at'
> &
  Optional<'changes_requested_at' | 'replaced_by' | 'appeal'>;
/** The part of a release summary that is set by the submission and never changes. */
export type SubmissionSummary = Omit<ReleaseSummary, keyof StatusSummary | 'replaces'> & Optional<'replaces'>;

/** The stored parts of a release. Lists in the API omit `diff`, `provenance`, `comments`, `rollout` and `approval`. */
export interface StoredSubmission {
  readonly summary: SubmissionSummary;
  readonly diff: CapabilityDiff | null;
  readonly provenance: Provenance | null;
  readonly rollout: RolloutPlan | null;
}
export interface StoredStatus {
  readonly summary: StatusSummary;
  readonly approval: DsseEnvelope | null;
}

function submissionSummary(data: ReleaseSubmitted['data']): SubmissionSummary {
  return {
    id: data.releaseId,
    plugin_id: data.pluginId,
    version: data.version,
    kind: data.kind,
    plugin_api: data.pluginApi,
    requested_tier: data.requestedTier,
    notes: data.notes,
    warnings: data.warnings,
    manifest_digest: data.manifestDigest,
    submitted_at: data.at,
    ...(typeof data.replaces === 'string' && { replaces: data.replaces }),
    ...(data.returned !== undefined && { returned: data.returned }),
  };
}

export function statusSummary(release: KnownRelease): StatusSummary {
  const { changesRequestedAt, appeal } = release.conversation;
  const initial: StatusSummary = {
    status: release.status,
    tier: null,
    review_notes: null,
    status_reason: null,
    review_started_at: null,
    decided_at: null,
    published_at: null,
    updated_at: release.updatedAt,
    ...(changesRequestedAt !== null && { changes_requested_at: changesRequestedAt }),
    ...(appeal !== null && { appeal }),
  };
  switch (release.status) {
    case 'submitted':
      return initial;
    case 'in_review':
      return { ...initial, review_started_at: release.reviewStartedAt };
    case 'rejected':
      return {
        ...initial,
        review_started_at: release.reviewStartedAt,
        decided_at: release.decidedAt,
        review_notes: release.reviewNotes,
      };
    case 'approved':
    case 'published':
    case 'suspended':
      return {
        ...initial,
        review_started_at: release.reviewStartedAt,
        decided_at: release.decidedAt,
        review_notes: release.reviewNotes,
        tier: release.tier,
        published_at: release.status === 'approved' ? null : release.publishedAt,
        status_reason: release.status === 'suspended' ? release.statusReason : null,
      };
    case 'withdrawn': {
      const { status, updatedAt: updated_at, statusReason: status_reason, replacedBy } = release;
      const replacement = replacedBy !== null && { replaced_by: replacedBy };
      return { ...statusSummary(release.last), status, status_reason, updated_at, ...replacement };
    }
    default:
      return unreachable(release);
  }
}

/** Returns the reviewer's signed approval. A withdrawn release keeps it. */
export function approvalOf(release: KnownRelease): DsseEnvelope | null {
  switch (release.status) {
    case 'submitted':
    case 'in_review':
    case 'rejected':
      return null;
    case 'approved':
    case 'published':
    case 'suspended':
      return release.approval;
    case 'withdrawn':
      return approvalOf(release.last);
    default:
      return unreachable(release);
  }
}

export function storedSubmission(data: ReleaseSubmitted['data']): StoredSubmission {
  const { diff, provenance = null, rollout = null } = data;
  return { summary: submissionSummary(data), diff, provenance, rollout };
}

export function storedStatus(release: KnownRelease): StoredStatus {
  return { summary: statusSummary(release), approval: approvalOf(release) };
}

/** Returns the release as lists have it. */
export function releaseSummary(submission: SubmissionSummary, status: StatusSummary): ReleaseSummary {
  return {
    ...submission,
    ...status,
    changes_requested_at: status.changes_requested_at ?? null,
    replaces: submission.replaces ?? null,
    replaced_by: status.replaced_by ?? null,
    appeal: status.appeal ?? null,
  };
}

/** Returns the release object that docs/reference/releases.md describes. */
export function releaseResource(
  submission: StoredSubmission,
  status: StoredStatus,
  { fleet, rollout, comments }: Pick<ReleaseResource, 'fleet' | 'rollout' | 'comments'>,
): ReleaseResource {
  return {
    ...releaseSummary(submission.summary, status.summary),
    signature: status.approval,
    diff: submission.diff,
    provenance: submission.provenance,
    fleet,
    rollout,
    comments,
  };
}

/** The release in the words of the wire and of the views: what was submitted (it never changes) and how it stands now. */
import type {
  CapabilityDiff,
  DsseEnvelope,
  Problem,
  ReleaseResource,
  ReleaseStatus,
  ReleaseSummary,
  Tier,
} from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import type { KnownRelease, ReleaseSubmitted } from './release.js';

/** What a submission left behind for good. */
export interface SubmissionRow {
  readonly release_id: string;
  readonly publisher_id: string;
  readonly plugin_id: string;
  readonly version: string;
  readonly kind: 'external' | 'instance';
  readonly plugin_api: string;
  readonly names: Readonly<Record<string, string>>;
  readonly requested_tier: Tier | '';
  readonly notes: string;
  readonly warnings: readonly Problem[];
  readonly manifest_digest: string;
  readonly diff: CapabilityDiff | null;
  readonly submitted_at: string;
}
/** Where a release stands, with the traces of its way there. */
export interface ReleaseRow {
  readonly status: ReleaseStatus;
  readonly tier: Tier | null;
  readonly review_notes: string | null;
  readonly status_reason: string | null;
  readonly approval: DsseEnvelope | null;
  readonly review_started_at: string | null;
  readonly decided_at: string | null;
  readonly published_at: string | null;
  readonly updated_at: string;
  readonly review_revision: number;
}

export function submissionRow(data: ReleaseSubmitted['data']): SubmissionRow {
  return {
    release_id: data.releaseId,
    publisher_id: data.publisherId,
    plugin_id: data.pluginId,
    version: data.version,
    kind: data.kind,
    plugin_api: data.pluginApi,
    names: data.names,
    requested_tier: data.requestedTier,
    notes: data.notes,
    warnings: data.warnings,
    manifest_digest: data.manifestDigest,
    diff: data.diff,
    submitted_at: data.at,
  };
}

export function releaseRow(release: KnownRelease): ReleaseRow {
  const { status, updatedAt, reviewRevision } = release;
  const plain: ReleaseRow = {
    status,
    tier: null,
    review_notes: null,
    status_reason: null,
    approval: null,
    review_started_at: null,
    decided_at: null,
    published_at: null,
    updated_at: updatedAt,
    review_revision: reviewRevision,
  };
  switch (release.status) {
    case 'submitted':
      return plain;
    case 'in_review':
      return { ...plain, review_started_at: release.reviewStartedAt };
    case 'rejected':
      return {
        ...plain,
        review_started_at: release.reviewStartedAt,
        decided_at: release.decidedAt,
        review_notes: release.reviewNotes,
      };
    case 'approved':
    case 'published':
    case 'suspended':
      return {
        ...plain,
        review_started_at: release.reviewStartedAt,
        decided_at: release.decidedAt,
        review_notes: release.reviewNotes,
        tier: release.tier,
        approval: release.approval,
        published_at: release.status === 'approved' ? null : release.publishedAt,
        status_reason: release.status === 'suspended' ? release.statusReason : null,
      };
    case 'withdrawn':
      return { ...releaseRow(release.last), status, status_reason: release.statusReason, updated_at: updatedAt };
    default:
      return unreachable(release);
  }
}

/** As lists show it (see `SUMMARIES` of releases.view.ts): without manifest, diff, signature and fleet (contract §5). */
function releaseSummary(submission: SubmissionRow, standing: ReleaseRow): ReleaseSummary {
  return {
    id: submission.release_id,
    plugin_id: submission.plugin_id,
    version: submission.version,
    kind: submission.kind,
    plugin_api: submission.plugin_api,
    status: standing.status,
    requested_tier: submission.requested_tier,
    tier: standing.tier,
    notes: submission.notes,
    warnings: submission.warnings,
    review_notes: standing.review_notes,
    status_reason: standing.status_reason,
    manifest_digest: submission.manifest_digest,
    submitted_at: submission.submitted_at,
    review_started_at: standing.review_started_at,
    decided_at: standing.decided_at,
    published_at: standing.published_at,
    updated_at: standing.updated_at,
  };
}

/** The release object of contract §5. */
export function releaseResource(
  submission: SubmissionRow,
  standing: ReleaseRow,
  fleet: ReleaseResource['fleet'],
): ReleaseResource {
  return { ...releaseSummary(submission, standing), signature: standing.approval, diff: submission.diff, fleet };
}

/** The states of a release after its facts: `release.ts` says which fact leads to which. */
import { appealed, SILENT, type RejectionAppealed } from './conversation.js';
import type {
  Approval,
  ApprovalRecorded,
  ApprovedRelease,
  CommonFields,
  KnownRelease,
  PublishedRelease,
  RejectedRelease,
  RejectionRecorded,
  Release,
  ReleaseInReview,
  ReleaseSubmitted,
  ReleaseSuspended,
  ReviewStep,
  SubmittedRelease,
  SuspendedRelease,
} from './release.js';

/** Throws when no decision could have recorded the fact in the current status, because the log is then corrupt. */
export function expectStatus<S extends KnownRelease['status']>(
  state: Release,
  ...statuses: S[]
): Extract<KnownRelease, { status: S }> {
  if ((statuses as string[]).includes(state.status)) return state as Extract<KnownRelease, { status: S }>;
  throw new Error(`this fact cannot follow a release that is ${state.status}; it must be ${statuses.join(' or ')}`);
}

export function commonFields(
  state: KnownRelease,
  updatedAt: string,
  reviewRevision = state.reviewRevision,
): CommonFields {
  const { releaseId, publisherId, pluginId, version, names, pluginApi, manifestDigest, submittedAt, conversation } =
    state;
  return {
    releaseId,
    publisherId,
    pluginId,
    version,
    names,
    pluginApi,
    manifestDigest,
    submittedAt,
    updatedAt,
    reviewRevision,
    conversation,
  };
}

export function approvalFields(state: ApprovedRelease | PublishedRelease | SuspendedRelease): Approval {
  const { reviewStartedAt, decidedAt, reviewNotes, tier, approval } = state;
  return { reviewStartedAt, decidedAt, reviewNotes, tier, approval };
}

export function submittedRelease(data: ReleaseSubmitted['data']): SubmittedRelease {
  const { releaseId, publisherId, pluginId, version, names, pluginApi, manifestDigest, at } = data;
  return {
    status: 'submitted',
    releaseId,
    publisherId,
    pluginId,
    version,
    names,
    pluginApi,
    manifestDigest,
    submittedAt: at,
    updatedAt: at,
    reviewRevision: 0,
    conversation: SILENT,
  };
}

export function takenRelease(
  before: SubmittedRelease | ReleaseInReview,
  { at, by, byName, reviewRevision }: ReviewStep,
): ReleaseInReview {
  return {
    ...commonFields(before, at, reviewRevision),
    status: 'in_review',
    reviewStartedAt: at,
    takenBy: { subject: by, name: byName },
  };
}

/** An appeal that its reviewer gives back stays in review, for another reviewer than the one who rejected. */
export function returnedRelease(
  before: ReleaseInReview,
  { at, reviewRevision }: ReviewStep,
): SubmittedRelease | ReleaseInReview {
  const common = commonFields(before, at, reviewRevision);
  if (before.conversation.appeal === null) return { ...common, status: 'submitted' };
  return { ...common, status: 'in_review', reviewStartedAt: before.reviewStartedAt, takenBy: null };
}

export function appealedRelease(before: RejectedRelease, data: RejectionAppealed['data']): ReleaseInReview {
  return {
    ...commonFields(before, data.at),
    status: 'in_review',
    reviewStartedAt: before.reviewStartedAt,
    takenBy: null,
    conversation: appealed(before.conversation, data, before),
  };
}

export function approvedRelease(before: ReleaseInReview, data: ApprovalRecorded['data']): ApprovedRelease {
  const { at, tier, approval, notes, reviewRevision } = data;
  return {
    ...commonFields(before, at, reviewRevision),
    status: 'approved',
    reviewStartedAt: before.reviewStartedAt,
    decidedAt: at,
    reviewNotes: notes,
    tier,
    approval,
  };
}

export function rejectedRelease(
  before: ReleaseInReview,
  { at, notes, reviewRevision }: RejectionRecorded['data'],
): RejectedRelease {
  return {
    ...commonFields(before, at, reviewRevision),
    status: 'rejected',
    reviewStartedAt: before.reviewStartedAt,
    decidedAt: at,
    reviewNotes: notes,
  };
}

export function publishedRelease(
  before: ApprovedRelease | SuspendedRelease,
  at: string,
  publishedAt: string,
): PublishedRelease {
  return { ...commonFields(before, at), ...approvalFields(before), status: 'published', publishedAt };
}

export function suspendedRelease(before: PublishedRelease, { at, reason }: ReleaseSuspended['data']): SuspendedRelease {
  const { publishedAt } = before;
  return {
    ...commonFields(before, at),
    ...approvalFields(before),
    status: 'suspended',
    publishedAt,
    statusReason: reason,
  };
}

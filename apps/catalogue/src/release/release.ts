/**
 * The event stream of one release, `release-<plugin_id>@<version>`, from its submission to its end
 * (docs/reference/releases.md). Only the submission fact contains the manifest, so that the stored state and the
 * views stay small.
 */
import type {
  CapabilityDiff,
  DsseEnvelope,
  ImageDetails,
  JsonObject,
  Problem,
  Provenance,
  ReleaseStatus,
  ReturnedRelease,
  RolloutPlan,
  Tier,
} from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';
import {
  changesRequested,
  commented,
  type ChangesRequested,
  type Conversation,
  type RejectionAppealed,
  type ReleaseCommented,
} from './conversation.js';
import {
  appealedRelease,
  approvedRelease,
  commonFields,
  expectStatus,
  publishedRelease,
  rejectedRelease,
  returnedRelease,
  submittedRelease,
  suspendedRelease,
  takenRelease,
} from './release-states.js';

/** The fields that a release has in every status. */
export interface CommonFields {
  readonly releaseId: string;
  readonly publisherId: string;
  readonly pluginId: string;
  readonly version: string;
  /** The plugin's names by language. */
  readonly names: Readonly<Record<string, string>>;
  readonly pluginApi: string;
  readonly manifestDigest: string;
  readonly submittedAt: string;
  readonly updatedAt: string;
  /** Revision of the last reviewer action that was applied. Revisions have no gaps. */
  readonly reviewRevision: number;
  readonly conversation: Conversation;
}
interface ReviewDecision {
  readonly reviewStartedAt: string;
  readonly decidedAt: string;
  readonly reviewNotes: string;
}
export interface Approval extends ReviewDecision {
  readonly tier: Tier;
  readonly approval: DsseEnvelope;
}

export type SubmittedRelease = CommonFields & { readonly status: 'submitted' };
export type ReleaseInReview = CommonFields & {
  readonly status: 'in_review';
  readonly reviewStartedAt: string;
  /** The reviewer who holds the release; null for an appeal that no reviewer has taken. */
  readonly takenBy: { readonly subject: string; readonly name: string } | null;
};
export type ApprovedRelease = CommonFields & Approval & { readonly status: 'approved' };
export type RejectedRelease = CommonFields & ReviewDecision & { readonly status: 'rejected' };
export type PublishedRelease = CommonFields & Approval & { readonly status: 'published'; readonly publishedAt: string };
export type SuspendedRelease = CommonFields &
  Approval & { readonly status: 'suspended'; readonly publishedAt: string; readonly statusReason: string };
type WithdrawableRelease = SubmittedRelease | ReleaseInReview | ApprovedRelease | PublishedRelease | SuspendedRelease;
/** `last` is the release as it was before its withdrawal. */
type WithdrawnRelease = CommonFields & {
  readonly status: 'withdrawn';
  readonly statusReason: string;
  /** The version that its publisher submitted instead; null when it was withdrawn without one. */
  readonly replacedBy: string | null;
  readonly last: WithdrawableRelease;
};
export type KnownRelease = WithdrawableRelease | RejectedRelease | WithdrawnRelease;
export type Release = { readonly status: 'absent' } | KnownRelease;

/**
 * The signed status of a release. All instances receive one for the publication and for every later change of status.
 * A fact stores it completely, so that the public fact can be made from that fact alone.
 */
export interface SignedStatus {
  readonly pluginId: string;
  readonly version: string;
  readonly pluginApi: string;
  readonly tier: Tier;
  readonly sequence: number;
  readonly statement: DsseEnvelope;
  readonly manifest: JsonObject;
  readonly approval: DsseEnvelope;
}
/** A reviewer action as the review service published it. */
export interface ReviewStep {
  readonly reviewRevision: number;
  readonly by: string;
  /** The name of the reviewer at that time. */
  readonly byName: string;
  readonly at: string;
}

/**
 * The data that a submission contains besides its manifest. No decision depends on it. A new field must also be added
 * to `check-submission.ts`, which reads it, and to `release-resource.ts`, which returns it.
 */
export interface SubmissionDetails {
  readonly requestedTier: Tier | '';
  readonly notes: string;
  /** The text of the manifest as its author wrote it; null when only JSON was submitted. */
  readonly source: string | null;
  readonly warnings: readonly Problem[];
  /** The image of an `instance` plugin as the registry had it; null without one. */
  readonly image: ImageDetails | null;
  /** Null, and absent in the facts of earlier versions: all installations follow at the publication. */
  readonly rollout?: RolloutPlan | null;
  /** The version under review that this one replaces; null, and absent in the facts of earlier versions: none. */
  readonly replaces?: string | null;
}
export type ReleaseSubmitted = Fact<
  'ReleaseSubmitted',
  SubmissionDetails & {
    readonly releaseId: string;
    readonly publisherId: string;
    readonly pluginId: string;
    readonly version: string;
    readonly kind: 'external' | 'instance';
    readonly pluginApi: string;
    readonly names: Readonly<Record<string, string>>;
    readonly manifest: JsonObject;
    readonly manifestDigest: string;
    /** Capability difference to the newest published version at the time of submission. */
    readonly diff: CapabilityDiff | null;
    /** Null without a trust; absent in facts of 0.1.0. */
    readonly provenance?: Provenance | null;
    /** Only of a return to an earlier version. */
    readonly returned?: ReturnedRelease;
    readonly at: string;
  }
>;
export type ReviewStarted = Fact<'ReviewStarted', ReviewStep>;
/** `status` is only in the return of an appeal, which stays in review; other releases are submitted again. */
export type ReviewReturned = Fact<'ReviewReturned', ReviewStep & { readonly status?: 'in_review' }>;
export type ApprovalRecorded = Fact<
  'ApprovalRecorded',
  ReviewStep & { readonly tier: Tier; readonly notes: string; readonly approval: DsseEnvelope }
>;
export type RejectionRecorded = Fact<'RejectionRecorded', ReviewStep & { readonly notes: string }>;
export type ReleasePublished = Fact<
  'ReleasePublished',
  { readonly by: string; readonly at: string; readonly signedStatus: SignedStatus }
>;
export type ReleaseSuspended = Fact<
  'ReleaseSuspended',
  { readonly reason: string; readonly by: string; readonly at: string; readonly signedStatus: SignedStatus }
>;
export type ReleaseResumed = Fact<
  'ReleaseResumed',
  { readonly by: string; readonly at: string; readonly signedStatus: SignedStatus }
>;
/** `signedStatus` is null when the release was never published, because no instance knows such a release. */
export type ReleaseWithdrawn = Fact<
  'ReleaseWithdrawn',
  {
    readonly pluginId: string;
    readonly version: string;
    readonly reason: string;
    readonly by: string;
    readonly at: string;
    readonly signedStatus: SignedStatus | null;
    /** Only when its publisher submitted another version instead. */
    readonly replacedBy?: string;
  }
>;
export type ReleaseFact =
  | ReleaseSubmitted
  | ReviewStarted
  | ReviewReturned
  | ChangesRequested
  | ReleaseCommented
  | ApprovalRecorded
  | RejectionRecorded
  | RejectionAppealed
  | ReleasePublished
  | ReleaseSuspended
  | ReleaseResumed
  | ReleaseWithdrawn;

/** Returns the stream id of a release, without the category. Neither part can contain `@`. */
export function releaseKey(pluginId: string, version: string): string {
  return `${pluginId}@${version}`;
}

/** Returns the plugin id in the key of a release. */
export function pluginIdOf(key: string): string {
  return key.slice(0, key.indexOf('@'));
}

/** Returns the version in the key of a release. */
export function versionOf(key: string): string {
  return key.slice(key.indexOf('@') + 1);
}

function evolve(state: Release, fact: ReleaseFact): Release {
  switch (fact.type) {
    case 'ReleaseSubmitted':
      return submittedRelease(fact.data);
    case 'ReviewStarted':
      return takenRelease(expectStatus(state, 'submitted', 'in_review'), fact.data);
    case 'ReviewReturned':
      return returnedRelease(expectStatus(state, 'in_review'), fact.data);
    case 'ChangesRequested': {
      const before = expectStatus(state, 'in_review');
      const { at, reviewRevision } = fact.data;
      const conversation = changesRequested(before.conversation, fact.data);
      return { ...before, updatedAt: at, reviewRevision, conversation };
    }
    case 'ReleaseCommented': {
      const before = expectStatus(state, 'submitted', 'in_review');
      return { ...before, updatedAt: fact.data.at, conversation: commented(before.conversation) };
    }
    case 'RejectionAppealed':
      return appealedRelease(expectStatus(state, 'rejected'), fact.data);
    case 'ApprovalRecorded':
      return approvedRelease(expectStatus(state, 'in_review'), fact.data);
    case 'RejectionRecorded':
      return rejectedRelease(expectStatus(state, 'in_review'), fact.data);
    case 'ReleasePublished':
      return publishedRelease(expectStatus(state, 'approved'), fact.data.at, fact.data.at);
    case 'ReleaseSuspended':
      return suspendedRelease(expectStatus(state, 'published'), fact.data);
    case 'ReleaseResumed': {
      const before = expectStatus(state, 'suspended');
      return publishedRelease(before, fact.data.at, before.publishedAt);
    }
    case 'ReleaseWithdrawn': {
      const before = expectStatus(state, 'submitted', 'in_review', 'approved', 'published', 'suspended');
      return {
        ...commonFields(before, fact.data.at),
        status: 'withdrawn',
        statusReason: fact.data.reason,
        replacedBy: fact.data.replacedBy ?? null,
        last: before,
      };
    }
    default:
      return unreachable(fact);
  }
}

export const releaseStream: StreamType<Release, ReleaseFact> = {
  category: 'release',
  factTypes: {
    ReleaseSubmitted: true,
    ReviewStarted: true,
    ReviewReturned: true,
    ChangesRequested: true,
    ReleaseCommented: true,
    ApprovalRecorded: true,
    RejectionRecorded: true,
    RejectionAppealed: true,
    ReleasePublished: true,
    ReleaseSuspended: true,
    ReleaseResumed: true,
    ReleaseWithdrawn: true,
  },
  initial: { status: 'absent' },
  evolve,
  stateVersion: 2,
};

/** The statuses in which a publisher may still withdraw its own release. */
export const unpublishedStatuses: readonly ReleaseStatus[] = ['submitted', 'in_review', 'approved'];

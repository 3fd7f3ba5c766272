/**
 * The stream of one release, `release-<plugin_id>@<version>`: from its submission to its end (contract §5).
 * The manifest itself stays in the fact of submission alone, so that state row and views stay small.
 */
import type { CapabilityDiff, DsseEnvelope, JsonObject, Problem, ReleaseStatus, Tier } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

/** What every submitted release has, whatever becomes of it. */
interface Filed {
  readonly releaseId: string;
  readonly publisherId: string;
  readonly pluginId: string;
  readonly version: string;
  readonly pluginApi: string;
  readonly manifestDigest: string;
  readonly submittedAt: string;
  readonly updatedAt: string;
  /** How much of the reviewers' desk this release has seen: its revisions have no gaps. */
  readonly reviewRevision: number;
}
interface Decided {
  readonly reviewStartedAt: string;
  readonly decidedAt: string;
  readonly reviewNotes: string;
}
interface Approved extends Decided {
  readonly tier: Tier;
  readonly approval: DsseEnvelope;
}

export type SubmittedRelease = Filed & { readonly status: 'submitted' };
export type ReleaseInReview = Filed & { readonly status: 'in_review'; readonly reviewStartedAt: string };
export type ApprovedRelease = Filed & Approved & { readonly status: 'approved' };
export type RejectedRelease = Filed & Decided & { readonly status: 'rejected' };
export type PublishedRelease = Filed & Approved & { readonly status: 'published'; readonly publishedAt: string };
export type SuspendedRelease = Filed &
  Approved & { readonly status: 'suspended'; readonly publishedAt: string; readonly statusReason: string };
export type EndableRelease = SubmittedRelease | ReleaseInReview | ApprovedRelease | PublishedRelease | SuspendedRelease;
/** `last` is the release as it stood when it was taken back. */
export type WithdrawnRelease = Filed & {
  readonly status: 'withdrawn';
  readonly statusReason: string;
  readonly last: EndableRelease;
};
export type KnownRelease = EndableRelease | RejectedRelease | WithdrawnRelease;
export type Release = { readonly status: 'absent' } | KnownRelease;

/** What the fleet needs with every change of status: carried by the fact, so that the fact alone can be made public. */
export interface FleetNotice {
  readonly pluginId: string;
  readonly version: string;
  readonly pluginApi: string;
  readonly tier: Tier;
  readonly sequence: number;
  readonly statement: DsseEnvelope;
  readonly manifest: JsonObject;
  readonly approval: DsseEnvelope;
}
interface FromReview {
  readonly reviewRevision: number;
  readonly by: string;
  readonly at: string;
}

export type ReleaseSubmitted = Fact<
  'ReleaseSubmitted',
  {
    readonly releaseId: string;
    readonly publisherId: string;
    readonly pluginId: string;
    readonly version: string;
    readonly kind: 'external' | 'instance';
    readonly pluginApi: string;
    readonly names: Readonly<Record<string, string>>;
    readonly requestedTier: Tier | '';
    readonly notes: string;
    readonly warnings: readonly Problem[];
    readonly manifest: JsonObject;
    readonly manifestDigest: string;
    /** The capability difference to the newest version that was published then. */
    readonly diff: CapabilityDiff | null;
    readonly at: string;
  }
>;
export type ReviewStarted = Fact<'ReviewStarted', FromReview>;
export type ReviewReturned = Fact<'ReviewReturned', FromReview>;
export type ReleaseApproved = Fact<
  'ReleaseApproved',
  FromReview & { readonly tier: Tier; readonly notes: string; readonly approval: DsseEnvelope }
>;
export type ReleaseRejected = Fact<'ReleaseRejected', FromReview & { readonly notes: string }>;
export type ReleasePublished = Fact<
  'ReleasePublished',
  { readonly by: string; readonly at: string; readonly notice: FleetNotice }
>;
export type ReleaseSuspended = Fact<
  'ReleaseSuspended',
  { readonly reason: string; readonly by: string; readonly at: string; readonly notice: FleetNotice }
>;
export type ReleaseResumed = Fact<
  'ReleaseResumed',
  { readonly by: string; readonly at: string; readonly notice: FleetNotice }
>;
/** `notice` is null where the fleet never heard of the release. */
export type ReleaseWithdrawn = Fact<
  'ReleaseWithdrawn',
  {
    readonly pluginId: string;
    readonly version: string;
    readonly reason: string;
    readonly by: string;
    readonly at: string;
    readonly notice: FleetNotice | null;
  }
>;
export type ReleaseFact =
  | ReleaseSubmitted
  | ReviewStarted
  | ReviewReturned
  | ReleaseApproved
  | ReleaseRejected
  | ReleasePublished
  | ReleaseSuspended
  | ReleaseResumed
  | ReleaseWithdrawn;

/** The id of a release's stream, without its category. Neither part can contain `@`. */
export function releaseKey(pluginId: string, version: string): string {
  return `${pluginId}@${version}`;
}

/** The plugin of a release by its key: neither half has an `@`. */
export function pluginIdOf(key: string): string {
  return key.slice(0, key.indexOf('@'));
}

/** The decisions never let a fact follow a state it does not fit; one that does is a broken log, not a rule. */
function standing<S extends KnownRelease['status']>(
  state: Release,
  ...statuses: S[]
): Extract<KnownRelease, { status: S }> {
  if ((statuses as string[]).includes(state.status)) return state as Extract<KnownRelease, { status: S }>;
  throw new Error(
    `a release that is ${state.status} cannot have this fact; it would have to be ${statuses.join(' or ')}`,
  );
}

function filed(state: KnownRelease, updatedAt: string, reviewRevision = state.reviewRevision): Filed {
  const { releaseId, publisherId, pluginId, version, pluginApi, manifestDigest, submittedAt } = state;
  return {
    releaseId,
    publisherId,
    pluginId,
    version,
    pluginApi,
    manifestDigest,
    submittedAt,
    updatedAt,
    reviewRevision,
  };
}

function signed(state: ApprovedRelease | PublishedRelease | SuspendedRelease): Approved {
  const { reviewStartedAt, decidedAt, reviewNotes, tier, approval } = state;
  return { reviewStartedAt, decidedAt, reviewNotes, tier, approval };
}

function evolve(state: Release, fact: ReleaseFact): Release {
  switch (fact.type) {
    case 'ReleaseSubmitted': {
      const { releaseId, publisherId, pluginId, version, pluginApi, manifestDigest, at } = fact.data;
      return {
        status: 'submitted',
        releaseId,
        publisherId,
        pluginId,
        version,
        pluginApi,
        manifestDigest,
        submittedAt: at,
        updatedAt: at,
        reviewRevision: 0,
      };
    }
    case 'ReviewStarted': {
      const before = standing(state, 'submitted');
      return {
        ...filed(before, fact.data.at, fact.data.reviewRevision),
        status: 'in_review',
        reviewStartedAt: fact.data.at,
      };
    }
    case 'ReviewReturned': {
      const before = standing(state, 'in_review');
      return { ...filed(before, fact.data.at, fact.data.reviewRevision), status: 'submitted' };
    }
    case 'ReleaseApproved': {
      const before = standing(state, 'in_review');
      const { at, tier, approval, notes, reviewRevision } = fact.data;
      return {
        ...filed(before, at, reviewRevision),
        status: 'approved',
        reviewStartedAt: before.reviewStartedAt,
        decidedAt: at,
        reviewNotes: notes,
        tier,
        approval,
      };
    }
    case 'ReleaseRejected': {
      const before = standing(state, 'in_review');
      const { at, notes, reviewRevision } = fact.data;
      return {
        ...filed(before, at, reviewRevision),
        status: 'rejected',
        reviewStartedAt: before.reviewStartedAt,
        decidedAt: at,
        reviewNotes: notes,
      };
    }
    case 'ReleasePublished': {
      const before = standing(state, 'approved');
      return { ...filed(before, fact.data.at), ...signed(before), status: 'published', publishedAt: fact.data.at };
    }
    case 'ReleaseSuspended': {
      const before = standing(state, 'published');
      return {
        ...filed(before, fact.data.at),
        ...signed(before),
        status: 'suspended',
        publishedAt: before.publishedAt,
        statusReason: fact.data.reason,
      };
    }
    case 'ReleaseResumed': {
      const before = standing(state, 'suspended');
      return {
        ...filed(before, fact.data.at),
        ...signed(before),
        status: 'published',
        publishedAt: before.publishedAt,
      };
    }
    case 'ReleaseWithdrawn': {
      const before = standing(state, 'submitted', 'in_review', 'approved', 'published', 'suspended');
      return { ...filed(before, fact.data.at), status: 'withdrawn', statusReason: fact.data.reason, last: before };
    }
    default:
      return unreachable(fact);
  }
}

export const releaseStream: StreamType<Release, ReleaseFact> = {
  category: 'release',
  initial: { status: 'absent' },
  evolve,
  stateVersion: 1,
};

/** The statuses in which a publisher may still take its own release back (contract §5). */
export const unpublishedStatuses: readonly ReleaseStatus[] = ['submitted', 'in_review', 'approved'];

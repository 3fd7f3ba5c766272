/**
 * The evaluation of one release by this instance. A view stores the manifests. The manifest of a release that the hub
 * signed never changes. A development release may be published again with another manifest.
 */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';
import type { JsonObject, ListingProvenance, Problem, ReleaseStatusChangedV1, Tier } from '@kushk/contracts';

/**
 * A release that this instance rejects for now, because the instance is too old or does not pin the reviewer's key.
 * It is evaluated again from the same status statement after a restart with another configuration.
 */
export interface DeferredRelease {
  /** The `plugin_api` that the release requires. */
  readonly pluginApi: string;
  readonly statusChange: ReleaseStatusChangedV1;
}

/** `development`: published on this instance with `kushk dev publish`. */
export type ReleaseSource = 'hub' | 'development';

interface ReleaseAt {
  readonly pluginId: string;
  readonly version: string;
  readonly sequence: number;
  readonly source: ReleaseSource;
  readonly at: string;
}

export type ListingFact =
  | Fact<
      'ListingAccepted',
      ReleaseAt & {
        tier: Tier;
        manifest: JsonObject;
        manifestDigest: string;
        publishedAt: string;
        /** Null when the approval shows none; absent in facts of 0.1.0. */
        provenance?: ListingProvenance | null;
        paced?: true;
      }
    >
  | Fact<'ListingRefused', ReleaseAt & { problems: readonly Problem[]; deferred?: DeferredRelease }>
  /** A release that was deferred is listed now, and its installations have been updated. */
  | Fact<'ListingDeferralEnded', { at: string }>
  | Fact<'ListingSuspended', { sequence: number; reason: string | null; at: string }>
  | Fact<'ListingResumed', { sequence: number; at: string }>
  | Fact<'ListingWithdrawn', { sequence: number; reason: string | null; wasSuspended: boolean; at: string }>;

interface Refused {
  readonly status: 'refused';
  readonly pluginId: string;
  readonly version: string;
  readonly source: ReleaseSource;
  /** The `plugin_api` that a deferred release requires; null if the release is not deferred. */
  readonly deferredFor: string | null;
}

interface AcceptedRelease {
  readonly pluginId: string;
  readonly version: string;
  readonly source: ReleaseSource;
  readonly tier: Tier;
  readonly publisher: string;
  readonly manifestDigest: string;
  readonly publishedAt: string;
  /** Installations follow the release only as far as its rollout has reached them. Absent: all follow it. */
  readonly paced?: true;
  /**
   * The `plugin_api` that the release requires, if it was deferred before. Null if it never was, or if its
   * installations have been updated since it was listed.
   */
  readonly deferredFor: string | null;
}

export type Listing =
  | { readonly status: 'absent' }
  | Refused
  | (AcceptedRelease & { readonly status: 'listed' })
  | (AcceptedRelease & { readonly status: 'suspended' })
  | (AcceptedRelease & { readonly status: 'withdrawn' });

export const listingStream: StreamType<Listing, ListingFact> = {
  category: 'listing',
  factTypes: {
    ListingAccepted: true,
    ListingRefused: true,
    ListingDeferralEnded: true,
    ListingSuspended: true,
    ListingResumed: true,
    ListingWithdrawn: true,
  },
  initial: { status: 'absent' },
  stateVersion: 1,
  evolve,
};

/** The id of the stream that belongs to one release. */
export function listingKey(pluginId: string, version: string): string {
  return `${pluginId}@${version}`;
}

/** The release of a `listingKey`. The id of a plugin contains no `@`. */
export function releaseOf(key: string): { readonly pluginId: string; readonly version: string } {
  const [pluginId = '', version = ''] = key.split('@', 2);
  return { pluginId, version };
}

const LISTED_BY_STATUS = { absent: false, refused: false, listed: true, suspended: false, withdrawn: false };
export type ListingStatus = keyof typeof LISTED_BY_STATUS;

/**
 * Whether the release can be installed now. A status that is missing in the table is a compile error at every caller.
 */
export function isListed({ status }: { readonly status: ListingStatus }): boolean {
  return LISTED_BY_STATUS[status];
}

/**
 * Whether only organisations with access may see the release. A development release has the tier `private` too, but it
 * exists on this instance alone, for its developers.
 */
export function isPrivate({ tier, source }: { readonly tier?: Tier; readonly source?: ReleaseSource }): boolean {
  return tier === 'private' && source === 'hub';
}

/** Whether exactly this manifest can be installed now. */
export function isListedAs(listing: Listing, manifestDigest: string): boolean {
  return isListed(listing) && 'manifestDigest' in listing && listing.manifestDigest === manifestDigest;
}

function evolve(listing: Listing, fact: ListingFact): Listing {
  switch (fact.type) {
    case 'ListingAccepted': {
      const { pluginId, version, source, tier, manifest, manifestDigest, publishedAt, paced } = fact.data;
      const publisher = String(manifest['publisher']);
      const deferredFor = listing.status === 'refused' ? listing.deferredFor : null;
      const release = { pluginId, version, source, tier, publisher, manifestDigest, publishedAt, deferredFor };
      return { status: 'listed', ...release, ...(paced && { paced }) };
    }
    case 'ListingRefused': {
      const { pluginId, version, source, deferred } = fact.data;
      return { status: 'refused', pluginId, version, source, deferredFor: deferred?.pluginApi ?? null };
    }
    case 'ListingDeferralEnded':
    case 'ListingSuspended':
    case 'ListingResumed':
    case 'ListingWithdrawn':
      return evolveKnown(listing, fact);
    default:
      return unreachable(fact);
  }
}

type StatusFact = Exclude<ListingFact, { type: 'ListingAccepted' | 'ListingRefused' }>;

function evolveKnown(listing: Listing, fact: StatusFact): Listing {
  switch (listing.status) {
    case 'absent':
      return listing;
    case 'refused':
      // A deferred release that was suspended or withdrawn is not evaluated again until the hub publishes it again.
      return { ...listing, deferredFor: null };
    case 'listed':
    case 'suspended':
    case 'withdrawn':
      break;
    default:
      return unreachable(listing);
  }
  switch (fact.type) {
    case 'ListingDeferralEnded':
      return { ...listing, deferredFor: null };
    case 'ListingSuspended':
      return { ...listing, status: 'suspended' };
    case 'ListingResumed':
      return { ...listing, status: 'listed' };
    case 'ListingWithdrawn':
      return { ...listing, status: 'withdrawn' };
    default:
      return unreachable(fact);
  }
}

/** One release as this instance has judged it. The manifest itself stands in a view: it never changes for a version. */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';
import type { JsonObject, Problem, ReleaseStatusChangedV1, Tier } from '@kushk/contracts';

/** A release for which this instance is too old, or whose reviewer it does not know: the `plugin_api` it needs, and the hub's word to judge anew by. */
export interface Waiting {
  readonly pluginApi: string;
  readonly word: ReleaseStatusChangedV1;
}

export type OfferFact =
  | Fact<
      'OfferAccepted',
      {
        pluginId: string;
        version: string;
        sequence: number;
        tier: Tier;
        manifest: JsonObject;
        manifestDigest: string;
        publishedAt: string;
        source: 'hub' | 'development';
        at: string;
      }
    >
  | Fact<
      'OfferRefused',
      {
        pluginId: string;
        version: string;
        sequence: number;
        problems: readonly Problem[];
        source: 'hub' | 'development';
        at: string;
        waiting?: Waiting;
      }
    >
  /** It had waited, and what is installed follows it by now. */
  | Fact<'OfferFollowed', { at: string }>
  | Fact<'OfferSuspended', { sequence: number; reason: string | null; at: string }>
  | Fact<'OfferResumed', { sequence: number; at: string }>
  | Fact<'OfferWithdrawn', { sequence: number; reason: string | null; wasSuspended: boolean; at: string }>;

export interface Offered {
  readonly pluginId: string;
  readonly version: string;
  readonly tier: Tier;
  readonly publisher: string;
  readonly manifestDigest: string;
  readonly publishedAt: string;
  /** As of one that is refused; null as soon as what is installed follows the offer. */
  readonly waitsFor: string | null;
}
export type Offer =
  | { readonly status: 'absent' }
  /** `waitsFor`: the `plugin_api` it needs, where it is published and may fit this instance later; else null. */
  | {
      readonly status: 'refused';
      readonly pluginId: string;
      readonly version: string;
      readonly waitsFor: string | null;
    }
  | ({ readonly status: 'offered' | 'suspended' | 'withdrawn' } & Offered);

export const offerStream: StreamType<Offer, OfferFact> = {
  category: 'offer',
  initial: { status: 'absent' },
  stateVersion: 2,
  evolve,
};

/** Id of the stream of one release. */
export function offerKey(pluginId: string, version: string): string {
  return `${pluginId}@${version}`;
}

function evolve(offer: Offer, fact: OfferFact): Offer {
  if (fact.type === 'OfferAccepted') {
    const { pluginId, version, tier, manifest, manifestDigest, publishedAt } = fact.data;
    const waitsFor = offer.status === 'refused' ? offer.waitsFor : null;
    return {
      status: 'offered',
      pluginId,
      version,
      tier,
      publisher: String(manifest['publisher']),
      manifestDigest,
      publishedAt,
      waitsFor,
    };
  }
  if (fact.type === 'OfferRefused')
    return {
      status: 'refused',
      pluginId: fact.data.pluginId,
      version: fact.data.version,
      waitsFor: fact.data.waiting?.pluginApi ?? null,
    };
  if (offer.status === 'absent') return offer;
  // Suspended or withdrawn before it was ever offered here: there is nothing to judge anew until it is published again.
  if (offer.status === 'refused') return { ...offer, waitsFor: null };
  switch (fact.type) {
    case 'OfferFollowed':
      return { ...offer, waitsFor: null };
    case 'OfferSuspended':
      return { ...offer, status: 'suspended' };
    case 'OfferResumed':
      return { ...offer, status: 'offered' };
    case 'OfferWithdrawn':
      return { ...offer, status: 'withdrawn' };
    default:
      return unreachable(fact);
  }
}

/** One release as this instance has judged it. The manifest itself stands in a view: it never changes for a version. */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';
import type { JsonObject, Problem, Tier } from '@kushk/contracts';

export type OfferFact =
  | Fact<'OfferAccepted', { pluginId: string; version: string; sequence: number; tier: Tier; manifest: JsonObject; manifestDigest: string; publishedAt: string; source: 'hub' | 'development'; at: string }>
  | Fact<'OfferRefused', { pluginId: string; version: string; sequence: number; problems: readonly Problem[]; source: 'hub' | 'development'; at: string }>
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
}
export type Offer =
  | { readonly status: 'absent' }
  | { readonly status: 'refused'; readonly pluginId: string; readonly version: string }
  | ({ readonly status: 'offered' | 'suspended' | 'withdrawn' } & Offered);

export const offerStream: StreamType<Offer, OfferFact> = { category: 'offer', initial: { status: 'absent' }, stateVersion: 1, evolve };

/** Id of the stream of one release. */
export function offerKey(pluginId: string, version: string): string {
  return `${pluginId}@${version}`;
}

function evolve(offer: Offer, fact: OfferFact): Offer {
  if (fact.type === 'OfferAccepted') {
    const { pluginId, version, tier, manifest, manifestDigest, publishedAt } = fact.data;
    return { status: 'offered', pluginId, version, tier, publisher: String(manifest['publisher']), manifestDigest, publishedAt };
  }
  if (fact.type === 'OfferRefused') return { status: 'refused', pluginId: fact.data.pluginId, version: fact.data.version };
  if (offer.status === 'absent' || offer.status === 'refused') return offer;
  switch (fact.type) {
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

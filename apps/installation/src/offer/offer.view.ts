/** What the store is drawn from: each judged release, and the manifests of those that were accepted. */
import type { JsonObject, Tier } from '@kushk/contracts';
import { factView, stateView } from '@kushk/event-store';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { offerStream } from './offer.js';

@Entity('offers')
export class OfferRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') plugin_id: string;
  @Column('text') version: string;
  @Column('text') status: 'offered' | 'suspended' | 'withdrawn';
  @Column('text') tier: Tier;
  @Column('text') publisher: string;
  @Column('timestamptz') published_at: Date;
}

@Entity('release_manifests')
export class ManifestRow {
  @PrimaryColumn('text') plugin_id: string;
  @PrimaryColumn('text') version: string;
  @Column('text') digest: string;
  @Column('json') manifest: JsonObject;
}

export const offers = stateView({
  entity: OfferRow,
  of: offerStream,
  row: (offer) => {
    if (offer.status === 'absent' || offer.status === 'refused') return null;
    const { pluginId, version, status, tier, publisher, publishedAt } = offer;
    return { plugin_id: pluginId, version, status, tier, publisher, published_at: new Date(publishedAt) };
  },
});

export const manifests = factView({
  entity: ManifestRow,
  of: offerStream,
  rows: (fact) =>
    fact.type === 'OfferAccepted' ? [{ plugin_id: fact.data.pluginId, version: fact.data.version, digest: fact.data.manifestDigest, manifest: fact.data.manifest }] : [],
});

/** What the store is drawn from: each judged release, and the manifests of those that were accepted. */
import type { JsonObject, Tier } from '@kushk/contracts';
import { factView, stateView } from '@kushk/event-store';
import { isCompatible, type Manifest } from '@kushk/manifest';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, In, PrimaryColumn, Repository } from 'typeorm';
import { offerKey, offerStream } from './offer.js';

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

@Entity('waiting_releases')
export class WaitingReleaseRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') plugin_id: string;
  @Column('text') version: string;
  @Column('text') plugin_api: string;
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

/** Releases that wait for what this instance lacked, or have waited and are not followed yet by what is installed. */
export const waitingReleases = stateView({
  entity: WaitingReleaseRow,
  of: offerStream,
  row: (offer) => {
    if (offer.status === 'absent' || offer.waitsFor === null) return null;
    return { plugin_id: offer.pluginId, version: offer.version, plugin_api: offer.waitsFor };
  },
});

export const manifests = factView({
  entity: ManifestRow,
  of: offerStream,
  rows: (fact) =>
    fact.type === 'OfferAccepted'
      ? [
          {
            plugin_id: fact.data.pluginId,
            version: fact.data.version,
            digest: fact.data.manifestDigest,
            manifest: fact.data.manifest,
          },
        ]
      : [],
});

@Injectable()
export class Offers {
  constructor(@InjectRepository(OfferRow) private readonly rows: Repository<OfferRow>) {}

  /** What is on offer, by plugin: of one plugin, or of one version of it, where they are named. */
  async offered(of: { readonly plugin_id?: string; readonly version?: string } = {}): Promise<OfferRow[]> {
    return await this.rows.find({ where: { ...of, status: 'offered' }, order: { plugin_id: 'ASC' } });
  }

  /** All that is on offer of so many plugins after the id `start`, by plugin. */
  async ofPluginsAfter(start: string | null, limit: number): Promise<OfferRow[]> {
    const text = `select distinct plugin_id from offers where status = 'offered' and ($1::text is null or plugin_id > $1) order by plugin_id limit $2`;
    const plugins = await this.rows.query<{ plugin_id: string }[]>(text, [start, limit]);
    return await this.rows.find({
      where: { plugin_id: In(plugins.map(({ plugin_id }) => plugin_id)), status: 'offered' },
      order: { plugin_id: 'ASC' },
    });
  }
}

@Injectable()
export class WaitingReleases {
  constructor(@InjectRepository(WaitingReleaseRow) private readonly rows: Repository<WaitingReleaseRow>) {}

  /** All of them that an instance with this `plugin_api` can run. */
  async runnableOn(pluginApi: string): Promise<WaitingReleaseRow[]> {
    const rows = await this.rows.find({ order: { stream_id: 'ASC' } });
    return rows.filter(({ plugin_api }) => isCompatible(plugin_api, pluginApi));
  }
}

const KEPT_LIMIT = 500;

/** Manifests of accepted releases. One never changes for its version, so what was read once is kept. */
@Injectable()
export class Manifests {
  private readonly kept = new Map<string, Manifest>();

  constructor(@InjectRepository(ManifestRow) private readonly rows: Repository<ManifestRow>) {}

  /** The manifest of an accepted release, or null. */
  async of(pluginId: string, version: string): Promise<Manifest | null> {
    const key = offerKey(pluginId, version);
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const row = await this.rows.findOneBy({ plugin_id: pluginId, version });
    if (row === null) return null;
    // It was checked before it was accepted, so it is of the model.
    const manifest = row.manifest as unknown as Manifest;
    if (this.kept.size >= KEPT_LIMIT) this.kept.clear();
    this.kept.set(key, manifest);
    return manifest;
  }
}

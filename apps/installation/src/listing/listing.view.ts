/** The plugin store of this instance: evaluated releases, manifests of accepted releases, and deferred releases. */
import type { JsonObject, ListingProvenance, StoreOrder, Tier } from '@kushk/contracts';
import { factView, stateView } from '@kushk/event-store';
import { searchQuery, searchVector } from '@kushk/text-search';
import { isCompatible, type Manifest } from '@kushk/manifest';
import { CONFIG, type Config } from '@kushk/runtime';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import { Column, Entity, In, PrimaryColumn, Repository, type FindOptionsWhere } from 'typeorm';
import { accessKey } from '../access/access.js';
import { progressOf, type RolloutProgress } from '../rollout/rollout.js';
import { RolloutRow } from '../rollout/rollouts.view.js';
import { isPrivate, listingKey, listingStream, type ReleaseSource } from './listing.js';
import { pageInOrder, type PlacedPlugin } from './store-order.js';

@Entity('listings')
export class ListingRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') plugin_id: string;
  @Column('text') version: string;
  @Column('text') status: 'listed' | 'suspended' | 'withdrawn';
  /** Digest of the manifest's canonical form. */
  @Column('text') manifest_digest: string;
  @Column('text') tier: Tier;
  @Column('text') source: ReleaseSource;
  @Column('text') publisher: string;
  @Column('timestamptz') published_at: Date;
  /** Whether installations follow the release only as far as its rollout has reached them. */
  @Column('boolean') paced: boolean;
}

/** A version that can be installed. `rollout`: how far it is rolled out; null when all installations follow it. */
export type ListedVersion = ListingRow & { readonly rollout: RolloutProgress | null };

@Entity('release_manifests')
export class ManifestRow {
  @PrimaryColumn('text') plugin_id: string;
  @PrimaryColumn('text') version: string;
  /** The source and the sequence of the statement that published the manifest. */
  @PrimaryColumn('text') source: ReleaseSource;
  @PrimaryColumn('bigint') sequence: string;
  @Column('text') digest: string;
  @Column('json') manifest: JsonObject;
  /** Where the release comes from, as its approval shows it. */
  @Column('json', { nullable: true }) provenance: ListingProvenance | null;
  /** What a text search finds. A query does not select it. */
  @Column('tsvector', { select: false }) terms?: string;
}

@Entity('deferred_releases')
export class DeferredReleaseRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') plugin_id: string;
  @Column('text') version: string;
  @Column('text') plugin_api: string;
}

export const listings = stateView({
  entity: ListingRow,
  of: listingStream,
  row: (listing) => {
    if (listing.status === 'absent' || listing.status === 'refused') return null;
    const { pluginId, version, status, manifestDigest, tier, source, publisher, publishedAt, paced = false } = listing;
    const release = { plugin_id: pluginId, version, status, manifest_digest: manifestDigest, tier, source, publisher };
    return { ...release, published_at: new Date(publishedAt), paced };
  },
});

/** Deferred releases, and formerly deferred releases whose installations have not been updated yet. */
export const deferredReleases = stateView({
  entity: DeferredReleaseRow,
  of: listingStream,
  row: (listing) => {
    if (listing.status === 'absent' || listing.deferredFor === null) return null;
    return { plugin_id: listing.pluginId, version: listing.version, plugin_api: listing.deferredFor };
  },
});

export const manifests = factView({
  entity: ManifestRow,
  of: listingStream,
  rows: (fact) => {
    if (fact.type !== 'ListingAccepted') return [];
    const { pluginId, version, source, sequence, manifestDigest, manifest, provenance = null } = fact.data;
    const release = { plugin_id: pluginId, version, source, digest: manifestDigest, manifest, provenance };
    return [{ ...release, sequence: String(sequence), terms: searchVector(textsOf(manifest), NO_PREFIX) }];
  },
});

const NO_PREFIX = '';

/** What the store's search finds a plugin by. */
function textsOf({ id, publisher, names, summaries }: JsonObject): string[] {
  const translations = [names, summaries].flatMap((texts) => (isTexts(texts) ? Object.values(texts) : []));
  return [id, publisher, ...translations].filter((text) => typeof text === 'string');
}

function isTexts(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What {@link Listings.findListedAfter} lists. */
export interface ListedFilter {
  readonly organisationId: string;
  /** A search text; null for all plugins. */
  readonly query: string | null;
  /** Only plugins that are, or are not, installed in the organisation; null for all. */
  readonly installed: boolean | null;
  /** Only plugins with a version of this tier; null for all. */
  readonly tier: Tier | null;
  /** Null: by plugin id. */
  readonly order: StoreOrder | null;
}

/** How many listings a search reads in their order before it uses the index of terms. */
const SCANNED_ROWS = 1_000;
const MANIFEST_OF_LISTING = `release_manifests m
  where m.plugin_id = l.plugin_id and m.version = l.version and m.digest = l.manifest_digest`;
const hasTerms = (terms: string): string =>
  `exists (select from ${MANIFEST_OF_LISTING} and m.terms @@ ${terms}::tsquery)`;

@Injectable()
export class Listings {
  constructor(@InjectRepository(ListingRow) private readonly rows: Repository<ListingRow>) {}

  /** The listed versions of a plugin that an organisation may see, or one of them. */
  async findListed(
    filter: { readonly plugin_id: string; readonly version?: string },
    organisationId: string,
  ): Promise<readonly ListedVersion[]> {
    const rows = await this.listed({ ...filter });
    return (await this.visible(rows, [organisationId]))(organisationId);
  }

  /** Returns a function that finds the listed versions of a plugin that one of these organisations may see. */
  async findListedFor(
    pluginId: string,
    organisationIds: readonly string[],
  ): Promise<(organisationId: string) => readonly ListedVersion[]> {
    return await this.visible(await this.listed({ plugin_id: pluginId }), organisationIds);
  }

  /** At most `limit` plugins in an order, starting after the place `start`, each with its listed versions. */
  async findListedAfter(
    start: PlacedPlugin | null,
    limit: number,
    filter: ListedFilter,
  ): Promise<readonly { readonly place: PlacedPlugin; readonly versions: readonly ListedVersion[] }[]> {
    const places = await this.placesAfter(start, limit, filter);
    const rows = await this.listed({ plugin_id: In(places.map(({ plugin_id }) => plugin_id)) });
    const visible = (await this.visible(rows, [filter.organisationId]))(filter.organisationId);
    const byPlugin = Map.groupBy(visible, ({ plugin_id }) => plugin_id);
    return places.map((place) => ({ place, versions: byPlugin.get(place.plugin_id) ?? [] }));
  }

  private async placesAfter(
    start: PlacedPlugin | null,
    limit: number,
    { organisationId, query, installed, tier, order }: ListedFilter,
  ): Promise<readonly PlacedPlugin[]> {
    const terms = query === null ? null : searchQuery(query, NO_PREFIX);
    if (query !== null && terms === null) return [];
    const parameters: unknown[] = [];
    const parameter = (value: unknown): string => `$${parameters.push(value)}`;
    const most = parameter(limit);
    const organisation = parameter(organisationId);
    const conditions = [
      `l.status = 'listed'`,
      `(l.tier <> 'private' or l.source <> 'hub' or exists (select from accesses a
        where a.stream_id = ${organisation} || '/' || l.plugin_id and a.status = 'granted'))`,
    ];
    if (tier !== null) conditions.push(`l.tier = ${parameter(tier)}`);
    // Without `or`, PostgreSQL can begin with the few plugins that are installed.
    const isInstalled = `exists (select from installations i
      where i.organisation_id = ${organisation} and i.plugin_id = l.plugin_id and i.status <> 'removed')`;
    const ofInstalled = installed === null ? [] : [`${installed ? '' : 'not '}${isInstalled}`];
    if (order !== null) {
      const matching = terms === null ? [] : [hasTerms(parameter(terms))];
      const condition = [...conditions, ...ofInstalled, ...matching].join(' and ');
      return await this.rows.query(pageInOrder(order, condition, { start, limit: most, parameter }), parameters);
    }
    if (start !== null) conditions.push(`l.plugin_id > ${parameter(start.plugin_id)}`);
    const next = `select l.plugin_id from listings l where ${conditions.join(' and ')} order by l.plugin_id limit ${SCANNED_ROWS}`;
    conditions.push(...ofInstalled);
    const read = async (...found: readonly string[]): Promise<PlacedPlugin[]> =>
      await this.rows.query(
        `select distinct l.plugin_id, '' as key from listings l where ${[...conditions, ...found].join(' and ')}
          order by l.plugin_id limit ${most}`,
        parameters,
      );
    const search = async (terms: string): Promise<PlacedPlugin[]> => {
      // A frequent word fills the page from the next rows; for any other word the index of terms finds few rows.
      const scanned = await read(
        `l.plugin_id <= (select max(plugin_id) from (${next}) n)`,
        `(select m.terms @@ ${terms}::tsquery from ${MANIFEST_OF_LISTING} limit 1)`,
      );
      if (scanned.length === limit) return scanned;
      return await read(hasTerms(terms));
    };
    return terms === null ? await read() : await search(parameter(terms));
  }

  /** The listed versions, ordered by plugin id. */
  private async listed(where: FindOptionsWhere<ListingRow>): Promise<readonly ListedVersion[]> {
    const rows = (await this.rows
      .createQueryBuilder('listing')
      .leftJoinAndMapOne('listing.stated', RolloutRow, 'rollout', 'rollout.stream_id = listing.stream_id')
      .where({ ...where, status: 'listed' })
      .orderBy('listing.plugin_id')
      .getMany()) as (ListingRow & { readonly stated: RolloutRow | null })[];
    return rows.map((row) => ({ ...row, rollout: progressOf(row, row.stated) }));
  }

  /** Leaves out the private releases of plugins to which an organisation has no access. */
  private async visible(
    rows: readonly ListedVersion[],
    organisationIds: readonly string[],
  ): Promise<(organisationId: string) => readonly ListedVersion[]> {
    const plugins = [...new Set(rows.filter(isPrivate).map(({ plugin_id }) => plugin_id))];
    if (plugins.length === 0) return () => rows;
    const keys = plugins.flatMap((pluginId) => organisationIds.map((id) => accessKey(id, pluginId)));
    const granted = await this.rows.query<{ readonly stream_id: string }[]>(
      `select stream_id from accesses where stream_id = any($1) and status = 'granted'`,
      [keys],
    );
    const accesses = new Set(granted.map(({ stream_id }) => stream_id));
    return (organisationId) =>
      rows.filter((row) => !isPrivate(row) || accesses.has(accessKey(organisationId, row.plugin_id)));
  }
}

@Injectable()
export class DeferredReleases {
  constructor(
    @InjectRepository(DeferredReleaseRow) private readonly rows: Repository<DeferredReleaseRow>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** All deferred releases that this instance can run with its current `plugin_api`. */
  async findRunnable(): Promise<DeferredReleaseRow[]> {
    const rows = await this.rows.find({ order: { stream_id: 'ASC' } });
    return rows.filter(({ plugin_api }) => isCompatible(plugin_api, this.config.pluginApi));
  }
}

/** Identifies one manifest of a plugin: a development release may have had several. */
export interface ManifestRef {
  readonly version: string;
  readonly manifestDigest: string;
}

/** Bounds the memory of cached manifests, which have up to a million characters each. */
const MAX_CACHED_CHARACTERS = 32_000_000;

/** Manifests of accepted releases, found by their digest. They never change, so they are cached. */
@Injectable()
export class Manifests {
  private readonly cache = new LRUCache<string, Manifest>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: (manifest) => JSON.stringify(manifest).length,
  });

  constructor(@InjectRepository(ManifestRow) private readonly rows: Repository<ManifestRow>) {}

  /** The manifest of an accepted release; null for any other release. */
  async find(pluginId: string, { version, manifestDigest }: ManifestRef): Promise<Manifest | null> {
    const key = `${listingKey(pluginId, version)} ${manifestDigest}`;
    const cached = this.cache.get(key);
    if (cached !== undefined) return cached;
    const row = await this.rows.findOneBy({ plugin_id: pluginId, version, digest: manifestDigest });
    if (row === null) return null;
    // Only manifests that passed the checks are stored, so the stored JSON has this type.
    const manifest = row.manifest as unknown as Manifest;
    this.cache.set(key, manifest);
    return manifest;
  }

  /** Where a listed release comes from; null when its approval does not show it. */
  async provenanceOf(listing: ListingRow): Promise<ListingProvenance | null> {
    const { plugin_id, version, source, manifest_digest: digest } = listing;
    const row = await this.rows.findOne({
      select: { plugin_id: true, version: true, source: true, sequence: true, provenance: true },
      where: { plugin_id, version, source, digest },
      order: { sequence: 'DESC' },
    });
    return row?.provenance ?? null;
  }
}

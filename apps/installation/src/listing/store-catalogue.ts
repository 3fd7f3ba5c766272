/** The plugins that can be installed on this instance, each with the version that a new installation gets. */
import type { JsonObject, ListingResource, ListingSummary } from '@kushk/contracts';
import { compareVersions, isPreRelease, type Manifest } from '@kushk/manifest';
import type { Deprecations } from '../deprecation/deprecations.view.js';
import type { Installations } from '../installation/installation.view.js';
import { listingSummary, type ContainerDriver } from './listing-summary.js';
import { reachesAll } from '../rollout/rollout.js';
import type { PlacedPlugin } from './store-order.js';
import type { ListedFilter, ListedVersion, ListingRow, Listings, Manifests } from './listing.view.js';

interface ListedPlugin {
  readonly place: PlacedPlugin;
  readonly listing: ListingRow;
}

interface Dependencies {
  readonly listings: Listings;
  readonly manifests: Manifests;
  readonly installations: Installations;
  readonly deprecations: Pick<Deprecations, 'of'>;
  readonly containerDriver: ContainerDriver;
}

export class StoreCatalogue {
  constructor(private readonly dependencies: Dependencies) {}

  /** The version that a new installation gets, or the given version; null if there is none. */
  async find(organisationId: string, pluginId: string, version: string | null): Promise<ListingRow | null> {
    const filter = { plugin_id: pluginId, ...(version !== null && { version }) };
    return newestOf(await this.dependencies.listings.findListed(filter, organisationId));
  }

  /** Returns a function that finds the versions of a plugin that an organisation may install, the highest first. */
  async versionsFor(
    pluginId: string,
    organisationIds: readonly string[],
  ): Promise<(organisationId: string) => readonly ListedVersion[]> {
    const listedFor = await this.dependencies.listings.findListedFor(pluginId, organisationIds);
    return (organisationId) => highestFirst(listedFor(organisationId));
  }

  /** The versions of a plugin that an organisation may install, the highest first. */
  async versions(organisationId: string, pluginId: string): Promise<readonly ListedVersion[]> {
    return highestFirst(await this.dependencies.listings.findListed({ plugin_id: pluginId }, organisationId));
  }

  /** At most `limit` plugins in an order, starting after the place `start`. */
  async after(start: PlacedPlugin | null, limit: number, filter: ListedFilter): Promise<readonly ListedPlugin[]> {
    const plugins = await this.dependencies.listings.findListedAfter(start, limit, filter);
    return plugins.flatMap(({ place, versions }) => {
      const listing = newestOf(versions);
      return listing === null ? [] : [{ place, listing }];
    });
  }

  /**
   * Returns the manifest of a listed release. Throws when there is none, because every listed release has a stored
   * manifest.
   */
  async manifestOf({ plugin_id, version, manifest_digest, stream_id }: ListingRow): Promise<Manifest> {
    const manifest = await this.dependencies.manifests.find(plugin_id, { version, manifestDigest: manifest_digest });
    if (manifest === null) throw new Error(`no manifest of ${stream_id}`);
    return manifest;
  }

  /** Returns listings without their manifests, so that a page of plugins with large manifests fits into one reply. */
  async summaries(listings: readonly ListingRow[], organisationId: string): Promise<ListingSummary[]> {
    const pluginIds = listings.map((listing) => listing.plugin_id);
    const [installed, deprecations] = await Promise.all([
      this.dependencies.installations.findOfPlugins(organisationId, pluginIds),
      this.dependencies.deprecations.of(pluginIds),
    ]);
    const byPlugin = new Map(installed.map((row) => [row.plugin_id, row]));
    const summaries: ListingSummary[] = [];
    const { containerDriver } = this.dependencies;
    // One after the other: the manifests of a page may have a megabyte each, and only their summaries are kept.
    for (const listing of listings)
      summaries.push(
        listingSummary(listing, await this.manifestOf(listing), {
          installed: byPlugin.get(listing.plugin_id),
          containerDriver,
          deprecation: deprecations.get(listing.plugin_id) ?? null,
        }),
      );
    return summaries;
  }

  /** Returns one listing with its manifest. */
  async resource(listing: ListingRow, organisationId: string): Promise<ListingResource> {
    const [[installed], deprecations, manifest, provenance] = await Promise.all([
      this.dependencies.installations.findOfPlugins(organisationId, [listing.plugin_id]),
      this.dependencies.deprecations.of([listing.plugin_id]),
      this.manifestOf(listing),
      this.dependencies.manifests.provenanceOf(listing),
    ]);
    const { containerDriver } = this.dependencies;
    const deprecation = deprecations.get(listing.plugin_id) ?? null;
    const summary = listingSummary(listing, manifest, { installed, containerDriver, deprecation });
    return { ...summary, manifest: manifest as unknown as JsonObject, provenance };
  }
}

/**
 * The highest version whose rollout has reached all installations. Pre-releases are offered only if no other version is
 * listed, and a version that is still rolled out only if there is no other.
 */
function newestOf(listings: readonly ListedVersion[]): ListedVersion | null {
  const offered = preferred(listings, ({ version }) => !isPreRelease(version));
  return highestFirst(preferred(offered, ({ rollout }) => reachesAll(rollout)))[0] ?? null;
}

/** The listings that meet the condition, or all of them if none does. */
function preferred(
  listings: readonly ListedVersion[],
  meets: (listing: ListedVersion) => boolean,
): readonly ListedVersion[] {
  const meeting = listings.filter(meets);
  return meeting.length > 0 ? meeting : listings;
}

function highestFirst(listings: readonly ListedVersion[]): ListedVersion[] {
  return listings.toSorted((a, b) => compareVersions(b.version, a.version));
}

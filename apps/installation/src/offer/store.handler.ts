/** The store's shelf: for each plugin the highest version that is offered here. */
import type { JsonObject, OfferResource, OfferSummary } from '@kushk/contracts';
import { compareVersions, isPreRelease, type Manifest } from '@kushk/manifest';
import { Injectable } from '@nestjs/common';
import { Installations } from '../installation/installation.view.js';
import { Manifests, Offers, type OfferRow } from './offer.view.js';

@Injectable()
export class Store {
  constructor(
    private readonly offers: Offers,
    private readonly installations: Installations,
    private readonly manifests: Manifests,
  ) {}

  /** The highest offered version of a plugin, or the one that is named; null where none is offered. */
  async find(pluginId: string, version: string | null): Promise<OfferRow | null> {
    return newestOf(await this.offers.offered({ plugin_id: pluginId, ...(version !== null && { version }) }));
  }

  /** So many plugins on offer after the id `start`, by id. */
  async after(start: string | null, limit: number): Promise<OfferRow[]> {
    const byPlugin = Map.groupBy(await this.offers.ofPluginsAfter(start, limit), (offer) => offer.plugin_id);
    return [...byPlugin.values()].map(newestOf).filter((offer) => offer !== null);
  }

  /** As the list shows them: without what fills a manifest, which is as large as a request may be. */
  async summaries(offers: readonly OfferRow[], organisationId: string): Promise<OfferSummary[]> {
    const installed = new Map(
      (
        await this.installations.standing(
          organisationId,
          offers.map((offer) => offer.plugin_id),
        )
      ).map((row) => [row.plugin_id, row.stream_id]),
    );
    return await Promise.all(
      offers.map(async (offer) =>
        summaryOf(offer, await this.manifestOf(offer), installed.get(offer.plugin_id) ?? null),
      ),
    );
  }

  /** One of them with its manifest. */
  async whole(offer: OfferRow, organisationId: string): Promise<OfferResource> {
    const [[installed], manifest] = await Promise.all([
      this.installations.standing(organisationId, [offer.plugin_id]),
      this.manifestOf(offer),
    ]);
    return { ...summaryOf(offer, manifest, installed?.stream_id ?? null), manifest: manifest as unknown as JsonObject };
  }

  private async manifestOf(offer: OfferRow): Promise<Manifest> {
    const manifest = await this.manifests.of(offer.plugin_id, offer.version);
    if (manifest === null) throw new Error(`no manifest of ${offer.stream_id}`);
    return manifest;
  }
}

function summaryOf(offer: OfferRow, manifest: Manifest, installationId: string | null): OfferSummary {
  return {
    plugin_id: offer.plugin_id,
    version: offer.version,
    tier: offer.tier,
    kind: manifest.kind,
    publisher: offer.publisher,
    names: manifest.names,
    summaries: manifest.summaries ?? {},
    scopes: Object.keys(manifest.scopes ?? {}),
    plans: (manifest.plans ?? []).map(({ key, names = {} }) => ({ key, names })),
    published_at: offer.published_at.toISOString(),
    installation_id: installationId,
  };
}

/** The highest release; a pre-release only where there is nothing else. */
function newestOf(offers: readonly OfferRow[]): OfferRow | null {
  const releases = offers.filter((offer) => !isPreRelease(offer.version));
  const [newest] = (releases.length > 0 ? releases : [...offers]).sort((a, b) => compareVersions(b.version, a.version));
  return newest ?? null;
}

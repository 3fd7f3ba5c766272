/** The store's shelf: for each plugin the highest version that is offered here. */
import type { JsonObject, OfferResource } from '@kushk/contracts';
import { compareVersions, isPreRelease } from '@kushk/manifest';
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

  /** Every plugin on offer, by id. */
  async all(): Promise<OfferRow[]> {
    const byPlugin = Map.groupBy(await this.offers.offered(), (offer) => offer.plugin_id);
    return [...byPlugin.values()].map(newestOf).filter((offer) => offer !== null);
  }

  async toWire(offers: readonly OfferRow[], organisationId: string): Promise<OfferResource[]> {
    const installed = await this.installations.standing(organisationId, offers.map((offer) => offer.plugin_id));
    return await Promise.all(offers.map((offer) => this.offerToWire(offer, installed.find((row) => row.plugin_id === offer.plugin_id)?.stream_id ?? null)));
  }

  private async offerToWire(offer: OfferRow, installationId: string | null): Promise<OfferResource> {
    const manifest = await this.manifests.of(offer.plugin_id, offer.version);
    if (manifest === null) throw new Error(`no manifest of ${offer.stream_id}`);
    return {
      plugin_id: offer.plugin_id,
      version: offer.version,
      tier: offer.tier,
      kind: manifest.kind,
      publisher: offer.publisher,
      names: manifest.names,
      summaries: manifest.summaries ?? {},
      manifest: manifest as unknown as JsonObject,
      published_at: offer.published_at.toISOString(),
      installation_id: installationId,
    };
  }
}

/** The highest release; a pre-release only where there is nothing else. */
function newestOf(offers: readonly OfferRow[]): OfferRow | null {
  const releases = offers.filter((offer) => !isPreRelease(offer.version));
  const [newest] = (releases.length > 0 ? releases : [...offers]).sort((a, b) => compareVersions(b.version, a.version));
  return newest ?? null;
}

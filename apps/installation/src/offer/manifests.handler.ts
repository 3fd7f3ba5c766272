/** Manifests of accepted releases. One never changes for its version, so what was read once is kept. */
import type { Manifest } from '@kushk/manifest';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { ManifestRow } from './offer.view.js';
import { offerKey } from './offer.js';

const KEPT_LIMIT = 500;

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

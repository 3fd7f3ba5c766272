/** What people recognise a plugin by, without its whole manifest. */
import type { PluginTitle, Tier } from '@kushk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { listingKey } from './listing.js';

interface ReleaseRef {
  readonly pluginId: string;
  readonly version: string;
  readonly manifestDigest: string;
}
interface TitleRow {
  readonly plugin_id: string;
  readonly version: string;
  readonly names: Readonly<Record<string, string>>;
  readonly publisher: string;
  readonly tier: Tier | null;
}

// A development release of one version may have had several manifests, so the digest belongs to the key. With the limit
// PostgreSQL looks up each release: a join reads all manifests when a page has many.
const TITLES = `
select r.plugin_id, r.version, m.names, m.publisher,
  (select l.tier from listings l where l.plugin_id = r.plugin_id and l.version = r.version limit 1) as tier
from unnest($1::text[], $2::text[], $3::text[]) as r(plugin_id, version, digest)
cross join lateral (
  select m.manifest->'names' as names, m.manifest->>'publisher' as publisher from release_manifests m
  where m.plugin_id = r.plugin_id and m.version = r.version and m.digest = r.digest limit 1) m`;

@Injectable()
export class PluginTitles {
  constructor(private readonly database: DataSource) {}

  /** Returns a function that finds the title of one of these releases. */
  async of(releases: readonly ReleaseRef[]): Promise<(release: ReleaseRef) => PluginTitle> {
    if (releases.length === 0) return untitled;
    const rows = await this.database.query<TitleRow[]>(TITLES, [
      releases.map(({ pluginId }) => pluginId),
      releases.map(({ version }) => version),
      releases.map(({ manifestDigest }) => manifestDigest),
    ]);
    const byKey = new Map(
      rows.map(({ plugin_id, version, names, publisher, tier }) => [
        listingKey(plugin_id, version),
        { names, publisher, tier },
      ]),
    );
    return (release) => byKey.get(listingKey(release.pluginId, release.version)) ?? untitled(release);
  }
}

/** A plugin whose manifest is gone still has its id. */
function untitled({ pluginId }: ReleaseRef): PluginTitle {
  return { names: { en: pluginId }, publisher: '', tier: null };
}

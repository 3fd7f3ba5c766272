/** The part of a manifest that the services of an instance need. */
import type { InstalledCapabilities } from '@kushk/contracts';
import { normalBaseUrl } from './base-url.js';
import { DEFAULT_PORT, type Manifest } from './manifest.js';

function addressOf({
  delivery,
  base_url,
}: Manifest): Pick<InstalledCapabilities, 'delivery' | 'base_url' | 'tools_url'> {
  const address = base_url === undefined ? null : normalBaseUrl(base_url);
  if (delivery === undefined) return { base_url: address };
  return { delivery, base_url: null, ...(address !== null && { tools_url: address }) };
}

/** The capabilities that a manifest declares. Absent parts are empty lists. */
export function capabilitiesOf(manifest: Manifest): InstalledCapabilities {
  return {
    plugin_id: manifest.id,
    version: manifest.version,
    kind: manifest.kind,
    ...addressOf(manifest),
    ...(manifest.image !== undefined && {
      container: { image: manifest.image, port: manifest.port ?? DEFAULT_PORT, egress: manifest.egress ?? [] },
    }),
    scopes: Object.keys(manifest.scopes ?? {}),
    records: (manifest.records ?? []).map(({ type, schema }) => ({ type, schema })),
    proposals: (manifest.proposals ?? []).map(({ record_type, actions }) => ({ record_type, actions })),
    sources: manifest.sources ?? [],
    services: (manifest.services ?? []).map(({ key, unit }) => ({ key, unit })),
    plans: (manifest.plans ?? []).map(({ key, rates }) => ({ key, rates })),
    events: manifest.events ?? [],
  };
}

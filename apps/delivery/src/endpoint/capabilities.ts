import type { InstalledCapabilities } from '@kushk/contracts';
import type { Capabilities } from './endpoint.js';

/** Takes what delivery uses of a manifest. A trailing slash of the base URL is dropped: paths begin with one. */
export function capabilitiesFromWire(capabilities: InstalledCapabilities): Capabilities {
  const { base_url, events, version, scopes } = capabilities;
  return { baseUrl: base_url?.replace(/\/+$/, '') ?? null, subscribedEvents: events, version, scopes };
}

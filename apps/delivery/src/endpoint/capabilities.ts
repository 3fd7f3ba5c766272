import type { InstalledCapabilities } from '@kushk/contracts';
import type { Capabilities } from './endpoint.js';

/** What delivery keeps of a manifest. A trailing slash of the address is not kept (contract §4). */
export function capabilitiesFromWire(capabilities: InstalledCapabilities): Capabilities {
  const { base_url, events, version, scopes } = capabilities;
  return { baseUrl: base_url?.replace(/\/+$/, '') ?? null, wantedEvents: events, version, scopes };
}

import type { InstalledCapabilities } from '@kushk/contracts';
import type { Capabilities } from './endpoint-facts.js';

/**
 * Returns the part of a manifest that delivery uses. Removes a trailing slash from the base URL, because all paths
 * begin with a slash.
 */
export function capabilitiesFromWire(capabilities: InstalledCapabilities): Capabilities {
  const { base_url, delivery, tools_url = null, events, version, scopes } = capabilities;
  return {
    baseUrl: base_url?.replace(/\/+$/, '') ?? null,
    ...(delivery !== undefined && { polling: { toolsUrl: tools_url } }),
    subscribedEvents: events,
    version,
    scopes,
  };
}

import type { InstalledCapabilities } from '@kushk/contracts';
import type { Capabilities } from './endpoint-facts.js';

/**
 * Returns the part of a manifest that delivery uses. Removes a trailing slash from the base URL, because all paths
 * begin with a slash.
 */
export function capabilitiesFromWire(capabilities: InstalledCapabilities): Capabilities {
  const { base_url, events, version, scopes } = capabilities;
  return { baseUrl: base_url?.replace(/\/+$/, '') ?? null, subscribedEvents: events, version, scopes };
}

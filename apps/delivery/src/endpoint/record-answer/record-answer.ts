/** The plugin has its credentials, by its own 2xx or from the admin's hands: events may be pushed from now on. Pure. */
import { accept, type Accepted } from '@kushk/decider';
import type { Endpoint, EndpointFact } from '../endpoint.js';

/** The plugin answered `installed` with 2xx. An answer that comes after the removal, or twice, changes nothing. */
export function recordAnswer(endpoint: Endpoint, at: string): Accepted<readonly EndpointFact[], null> {
  if (endpoint.status !== 'known' || !endpoint.awaitingAnswer) return accept([], null);
  return accept([{ type: 'InstalledAnswered', data: { at } }], null);
}

/** The admin has read the credentials (outside production): `installed` is not sent any more. */
export function recordHandover(endpoint: Endpoint, at: string): Accepted<readonly EndpointFact[], null> {
  if (endpoint.status !== 'known' || (endpoint.equipped && !endpoint.awaitingAnswer)) return accept([], null);
  return accept([{ type: 'CredentialsHandedOver', data: { at } }], null);
}

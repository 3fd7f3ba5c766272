/** The first that delivery hears of an installation. Pure. */
import { accept, type Accepted } from '@kushk/decider';
import type { Capabilities, Endpoint, EndpointFact } from '../endpoint.js';

export interface NoteEndpoint {
  readonly organisationId: string;
  readonly pluginId: string;
  readonly sealedSecret: string;
  readonly capabilities: Capabilities;
  readonly at: string;
}

/** Notes where the plugin listens and by which secret its calls are signed; once per installation. */
export function noteEndpoint(endpoint: Endpoint, command: NoteEndpoint): Accepted<readonly EndpointFact[], null> {
  if (endpoint.status !== 'unknown') return accept([], null);
  const { organisationId, pluginId, sealedSecret, capabilities, at } = command;
  return accept(
    [{ type: 'EndpointNoted', data: { organisationId, pluginId, sealedSecret, ...capabilities, at } }],
    null,
  );
}

/** The admin has removed the plugin: it is told so, and nothing else goes out any more. Pure. */
import { accept, type Accepted } from '@kushk/decider';
import { NotKnownYet, type Endpoint, type EndpointFact } from '../endpoint.js';

export function removeEndpoint(
  endpoint: Endpoint,
  command: { readonly installationId: string; readonly callId: string; readonly at: string },
): Accepted<readonly EndpointFact[], null> {
  const { installationId, callId, at } = command;
  switch (endpoint.status) {
    case 'unknown':
      throw new NotKnownYet(installationId);
    case 'removed':
      return accept([], null);
    case 'known':
      return accept([{ type: 'EndpointRemoved', data: { callId, at } }], null);
  }
}

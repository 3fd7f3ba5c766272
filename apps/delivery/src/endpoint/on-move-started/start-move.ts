/** Remembers where a version that runs elsewhere gets its credentials. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import { endpointMissing, type Endpoint } from '../endpoint.js';
import type { Capabilities, EndpointFact } from '../endpoint-facts.js';

export interface StartMove {
  readonly installationId: string;
  readonly version: string;
  /** Null for a container, which is called when it listens, and for a version that polls. */
  readonly baseUrl: string | null;
  readonly polling?: Capabilities['polling'];
  readonly giveUpAt: string;
  readonly at: string;
}

export function startMove(endpoint: Endpoint, command: StartMove): Accepted<readonly EndpointFact[], null> {
  switch (endpoint.status) {
    case 'unregistered':
      throw endpointMissing(command.installationId);
    case 'removed':
      return accept([], null);
    case 'registered': {
      const { installationId: _installationId, ...move } = command;
      return accept([{ type: 'MoveStarted', data: move }], null);
    }
    default:
      return unreachable(endpoint);
  }
}

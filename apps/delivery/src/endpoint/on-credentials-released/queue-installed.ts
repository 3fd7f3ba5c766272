/** Queues the `installed` call, which delivers the credentials and is retried until the plugin accepts it. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import { endpointMissing, type Endpoint } from '../endpoint.js';
import type { EndpointFact } from '../endpoint-facts.js';

export interface QueueInstalled {
  readonly installationId: string;
  readonly deliveryId: string;
  readonly sealedBody: string;
  /**
   * The new signing secret, if the call renews the credentials. It is used as soon as the plugin has accepted the
   * call.
   */
  readonly nextSealedSecret?: string;
  /** The secret that replaces all others at once, if an admin reconnected the plugin. */
  readonly replacingSecret?: string;
  /** The version of a container plugin whose start caused the call. */
  readonly version?: string;
  /** How often an admin has replaced the credentials. */
  readonly generation?: number;
  readonly at: string;
}

/**
 * Queues no call for a removed installation, because its credentials must not be sent any more, and none for a plugin
 * that polls, because an admin reads its credentials.
 */
export function queueInstalled(endpoint: Endpoint, command: QueueInstalled): Accepted<readonly EndpointFact[], null> {
  switch (endpoint.status) {
    case 'unregistered':
      throw endpointMissing(command.installationId);
    case 'removed':
      return accept([], null);
    case 'registered': {
      const { installationId: _installationId, ...call } = command;
      const { move } = endpoint;
      const { polling } = move !== null && move.version === call.version ? move : endpoint;
      if (polling !== null) {
        const { deliveryId: _deliveryId, sealedBody: _sealedBody, ...issued } = call;
        const isFirst = issued.nextSealedSecret === undefined && issued.replacingSecret === undefined;
        return accept(isFirst ? [] : [{ type: 'CredentialsIssued', data: issued }], null);
      }
      return accept([{ type: 'LifecycleCallQueued', data: { ...call, event: 'installed' } }], null);
    }
    default:
      return unreachable(endpoint);
  }
}

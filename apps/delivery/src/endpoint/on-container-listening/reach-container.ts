/** Learns where the container of a plugin is called. Pure. */
import { accept, PrerequisiteMissing, unreachable, type Accepted } from '@kushk/decider';
import { compareVersions } from '@kushk/manifest';
import { endpointMissing, type Endpoint } from '../endpoint.js';
import type { EndpointFact } from '../endpoint-facts.js';

export interface ReachContainer {
  readonly installationId: string;
  /** The version of the installation that the container serves. */
  readonly version: string;
  readonly baseUrl: string;
  /** `host:port` */
  readonly address: string;
  /** Whether the version replaces one that ran, and its plugin has not accepted `installed` yet. */
  readonly isUpdate?: boolean;
  readonly at: string;
}

/**
 * Waits while the endpoint has a lower version, because the fact that changes it would remove the address. The address
 * for a version that has been replaced is ignored: another one follows.
 */
export function reachContainer(endpoint: Endpoint, command: ReachContainer): Accepted<readonly EndpointFact[], null> {
  const { installationId, version, ...reached } = command;
  switch (endpoint.status) {
    case 'unregistered':
      throw endpointMissing(installationId);
    case 'removed':
      return accept([], null);
    case 'registered': {
      if (endpoint.move?.version === version)
        return accept([{ type: 'ContainerReached', data: { ...reached, isMove: true } }], null);
      const order = compareVersions(version, endpoint.version);
      if (order > 0) throw new PrerequisiteMissing(`the endpoint of ${installationId} has no version ${version} yet`);
      return accept(order < 0 ? [] : [{ type: 'ContainerReached', data: reached }], null);
    }
    default:
      return unreachable(endpoint);
  }
}

/** Keeps the addresses through which the container of an installation reaches its listeners. */
import type { RelayedHost } from './cluster-relays.js';
import { ClusterError } from './kubernetes-answer.js';
import type { KubernetesApi } from './kubernetes-api.client.js';
import {
  clusterLabels,
  PART_LABEL,
  relayName,
  relayOf,
  selectorOf,
  type ClusterSettings,
} from './kubernetes-manifests.js';

export class RelayServices {
  constructor(
    private readonly api: KubernetesApi,
    private readonly settings: ClusterSettings,
  ) {}

  /** Resolves with the address of each name, and removes those of names that are not relayed any more. */
  async apply(installationId: string, hosts: readonly RelayedHost[]): Promise<ReadonlyMap<string, string>> {
    const addresses = new Map<string, string>();
    for (const [index, relayed] of hosts.entries()) {
      const service = relayOf(this.settings, { installationId, index, relayed });
      const { spec } = await this.api.apply(service);
      const address = spec?.clusterIP;
      if (!address || address === 'None')
        throw new ClusterError(`the cluster gave ${relayName(installationId, index)} no address`);
      addresses.set(relayed.host, address);
    }
    const wanted = new Set(hosts.map((_, index) => relayName(installationId, index)));
    const labels = { ...clusterLabels(this.settings.scope, installationId), [PART_LABEL]: 'relay' };
    for (const { metadata } of await this.api.list('Service', selectorOf(labels)))
      if (metadata?.name !== undefined && !wanted.has(metadata.name)) await this.api.remove('Service', metadata.name);
    return addresses;
  }
}

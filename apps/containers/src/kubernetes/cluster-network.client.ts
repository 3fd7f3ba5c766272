/**
 * What containers on a cluster may reach. The cluster's network drops everything that the policy of an installation
 * does not open, and it opens the listeners of this process alone: a name server and a relay for each declared
 * destination. The cluster does not tell whether its network enforces policies; the configuration does.
 */
import type { V1EndpointSlice, V1NetworkPolicy } from '../../../../tools/check/kubernetes/client.mjs';
import type { DeniedAttempt } from '@kushk/contracts';
import { RelayServices } from './cluster-relay-services.client.js';
import type { NetworkAddresses } from '../engine/container-engine.js';
import type { KubernetesApi } from './kubernetes-api.client.js';
import {
  clusterLabels,
  clusterName,
  policyOf,
  relayEndpointsOf,
  SCOPE_LABEL,
  selectorOf,
  type ClusterSettings,
} from './kubernetes-manifests.js';
import { isSamePolicy, openedBy } from './cluster-policies.js';
import { DNS_PORT, portBlock, relayedHosts, type RelayedHost, type RelayPort } from './cluster-relays.js';
import type { NetworkToProtect } from '../egress/container-network.client.js';
import { DeniedCounts, type DeniedDestination } from '../egress/denied-counts.js';
import { EgressNotClosed } from '../egress/firewall.client.js';
import { NameServer } from '../egress/name-server.client.js';
import { Relay, type FindTarget } from '../egress/relay.client.js';
import type { ResolveDestination } from '../egress/resolve.client.js';

export interface ClusterNetworkOptions {
  readonly api: KubernetesApi;
  readonly settings: ClusterSettings;
  readonly resolve: ResolveDestination;
  /** The origin of the service as this process reaches it. */
  readonly serviceOrigin: string;
  readonly now: () => Date;
  /** Stores what an installation was denied. */
  readonly saveDenied: (installationId: string, attempts: readonly DeniedAttempt[]) => Promise<void>;
}

interface Protected {
  /** Changes with everything that the listeners depend on. */
  readonly purpose: string;
  readonly slot: number;
  readonly policy: V1NetworkPolicy;
  readonly endpoints: readonly V1EndpointSlice[];
  readonly denied: DeniedCounts;
  readonly close: () => void;
}

const UNREAD = 'the policies of the namespace were not read yet';

export class ClusterNetwork {
  private readonly installations = new Map<string, Protected>();
  private readonly relays: RelayServices;
  /** As they were read last, with what was applied since; null before that. */
  private policies: Map<string, V1NetworkPolicy> | null = null;
  private endpointNames = new Set<string>();
  /** What was applied while the policies are read: it may be newer than what is read. */
  private applied: (V1NetworkPolicy | V1EndpointSlice)[] = [];

  constructor(private readonly options: ClusterNetworkOptions) {
    this.relays = new RelayServices(options.api, options.settings);
  }

  /** The driver asks the cluster for addresses when it creates the container. */
  hostsOf(): ReadonlyMap<string, string> {
    return new Map();
  }

  /**
   * Listens for the container of an installation, and makes sure that its policy opens nothing else. Rejects with
   * `EgressNotClosed` where that is impossible; then the container may not run.
   */
  async protect(installationId: string, { addresses, egress }: NetworkToProtect): Promise<void> {
    const purpose = JSON.stringify([addresses.slot, egress]);
    const known = this.installations.get(installationId);
    if (known?.purpose !== purpose) {
      // The ports are the same as before.
      known?.close();
      this.installations.delete(installationId);
      this.installations.set(installationId, await this.open(installationId, { purpose, addresses, egress }));
    }
    await this.applyMissing(installationId);
  }

  /** Rejects when the policies that were read last do not close the container with these addresses. */
  confirm({ slot }: Pick<NetworkAddresses, 'slot'>): Promise<void> {
    const entry = [...this.installations].find(([, known]) => known.slot === slot);
    const problem = entry === undefined ? 'the installation is not protected' : this.problemOf(...entry);
    return problem === null
      ? Promise.resolve()
      : Promise.reject(new EgressNotClosed(`egress is not closed: ${problem}`));
  }

  release(installationId: string): Promise<void> {
    this.installations.get(installationId)?.close();
    this.installations.delete(installationId);
    return Promise.resolve();
  }

  /** Reads the policies again, and stores what was denied since the last time. */
  async refresh(): Promise<void> {
    const { api, settings } = this.options;
    this.applied = [];
    const [policies, endpoints] = await Promise.all([
      // Of everybody: a policy of somebody else may open what ours closes.
      api.list('NetworkPolicy', undefined),
      api.list('EndpointSlice', selectorOf({ [SCOPE_LABEL]: settings.scope })),
    ]);
    this.policies = new Map();
    this.endpointNames = new Set();
    const current = endpoints.filter((slice) => slice.endpoints?.[0]?.addresses[0] === settings.podAddress);
    for (const object of [...policies, ...current, ...this.applied]) this.remember(object);
    await this.saveDenied();
  }

  /** Ends all connections. The policies stay, so containers that go on are closed in until the next process listens. */
  closeAll(): void {
    for (const { close } of this.installations.values()) close();
    this.installations.clear();
    this.policies = null;
  }

  private problemOf(installationId: string, { policy }: Protected): string | null {
    const { settings } = this.options;
    if (this.policies === null) return UNREAD;
    if (!isSamePolicy(this.policies.get(clusterName(installationId)), policy))
      return 'the policy of the installation is not as it should be';
    const own = [...this.installations.values()].map((known) => known.policy);
    const opening = openedBy([...this.policies.values()], own, clusterLabels(settings.scope, installationId));
    return opening === null ? null : `the policy ${opening} of the namespace opens more`;
  }

  private remember(object: V1NetworkPolicy | V1EndpointSlice): void {
    const name = object.metadata?.name ?? '';
    if ('endpoints' in object) this.endpointNames.add(name);
    else this.policies?.set(name, object);
  }

  private async applyMissing(installationId: string): Promise<void> {
    const { api } = this.options;
    const known = this.installations.get(installationId);
    if (known === undefined) return;
    if (this.policies === null) throw new EgressNotClosed(`egress is not closed: ${UNREAD}`);
    for (const slice of known.endpoints) {
      const name = slice.metadata?.name ?? '';
      if (this.endpointNames.has(name)) continue;
      await api.apply(slice);
      this.applied.push(slice);
      this.remember(slice);
    }
    const name = clusterName(installationId);
    if (!isSamePolicy(this.policies.get(name), known.policy)) {
      const applied = await api.apply(known.policy);
      this.applied.push(applied);
      this.remember(applied);
    }
    await this.confirm(known);
  }

  private async open(
    installationId: string,
    { purpose, addresses, egress }: NetworkToProtect & { readonly purpose: string },
  ): Promise<Protected> {
    const { settings } = this.options;
    const { slot } = addresses;
    const block = portBlock(settings.egressPorts, slot);
    const hosts = relayedHosts(block, settings.serviceOrigin, egress);
    const addressesByName = await this.relays.apply(installationId, hosts);
    const denied = new DeniedCounts();
    const endpoints = hosts.map((relayed, index) => relayEndpointsOf(settings, { installationId, index, relayed }));
    // Another version may have other ports.
    for (const { metadata } of endpoints) this.endpointNames.delete(metadata?.name ?? '');
    const close = await this.listen(hosts, addressesByName, denied);
    return { purpose, slot, policy: policyOf(settings, installationId, block), endpoints, denied, close };
  }

  /** Resolves with the function that ends all listeners. */
  private async listen(
    hosts: readonly RelayedHost[],
    addresses: ReadonlyMap<string, string>,
    denied: DeniedCounts,
  ): Promise<() => void> {
    const { settings } = this.options;
    const deny = (destination: DeniedDestination): void => {
      denied.add(destination, 1, this.options.now().toISOString());
    };
    const names = {
      hosts: addresses,
      onUnknown: (name: string) => deny({ host: name, port: null, protocol: 'dns' }),
      onDropped: () => deny({ host: settings.podAddress, port: DNS_PORT, protocol: 'udp' }),
    };
    const listeners: { close(): void }[] = [];
    const close = (): void => {
      for (const listener of listeners) listener.close();
    };
    try {
      for (const { host, ports } of hosts)
        for (const port of ports)
          if (port.to !== 'names')
            listeners.push(await Relay.listen(settings.podAddress, this.targetOf(host, port, deny), port.listener));
          else if (port.protocol === 'TCP')
            listeners.push(await NameServer.listen(settings.podAddress, names, port.listener));
    } catch (error) {
      close();
      throw new EgressNotClosed(`the relays cannot listen: ${error instanceof Error ? error.message : ''}`, {
        cause: error,
      });
    }
    return close;
  }

  private targetOf(host: string, { to, port }: RelayPort, deny: (denied: DeniedDestination) => void): FindTarget {
    const service = new URL(this.options.serviceOrigin);
    const servicePort = Number(service.port || (service.protocol === 'https:' ? 443 : 80));
    if (to === 'service')
      return () => Promise.resolve({ hosts: [service.hostname.replace(/^\[|\]$/g, '')], port: servicePort });
    return async () => {
      const found = await this.options.resolve(host);
      if (found === null) deny({ host, port, protocol: 'tcp' });
      return found === null ? null : { hosts: found, port };
    };
  }

  private async saveDenied(): Promise<void> {
    for (const [installationId, { denied }] of this.installations)
      await denied.store((attempts) => this.options.saveDenied(installationId, attempts));
  }
}

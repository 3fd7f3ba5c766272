/**
 * What the containers of this instance may reach: the rules in the kernel, the listeners behind them, and the count of
 * what was denied. It knows the installations that were protected since the start of the process; whatever else has an
 * address of the subnet is dropped.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import type { DeniedAttempt } from '@kushk/contracts';
import type { NetworkAddresses } from '../engine/container-engine.js';
import { DeniedCounts, type DeniedDestination } from './denied-counts.js';
import { hostsOf, namedDestinations } from './destinations.js';
import { droppedIn, MAX_COUNTED, type ContainerRules, type Listing, type OpenPort } from './firewall-rules.js';
import { EgressNotClosed, isUnchanged, type KernelFirewall } from './firewall.client.js';
import { NameServer } from './name-server.client.js';
import { Relay } from './relay.client.js';
import type { ResolveDestination } from './resolve.client.js';

const DNS_PORT = 53;

export interface ContainerNetworkOptions {
  readonly firewall: KernelFirewall;
  readonly resolve: ResolveDestination;
  /** The origin of the service as this process reaches it, and as containers do. */
  readonly serviceOrigin: string;
  readonly originForContainers: string;
  readonly now: () => Date;
  /** Stores what an installation was denied. */
  readonly saveDenied: (installationId: string, attempts: readonly DeniedAttempt[]) => Promise<void>;
}

export interface NetworkToProtect {
  readonly addresses: NetworkAddresses;
  /** The declared destinations. */
  readonly egress: readonly string[];
}

interface Protected {
  /** Changes with everything that the listeners depend on. */
  readonly purpose: string;
  readonly rules: ContainerRules;
  /** The addresses at which this machine answers the container. */
  readonly addresses: readonly string[];
  readonly names: ReadonlyMap<string, string>;
  readonly denied: DeniedCounts;
  /** The packets that were dropped by destination, as they were read last. */
  readonly dropped: Map<string, number>;
  readonly close: () => void;
}

export class ContainerNetwork {
  private readonly installations = new Map<string, Protected>();
  /** What the kernel had after the rules were loaded; null while they are not. */
  private loaded: Listing | null = null;
  private hasChanged = false;
  /** One change after another: each replaces all rules. */
  private previous: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: ContainerNetworkOptions) {}

  /** The addresses that a container has in its list of hosts. */
  hostsOf({ addresses, egress }: NetworkToProtect): ReadonlyMap<string, string> {
    return hostsOf(addresses, new URL(this.options.originForContainers).hostname, egress);
  }

  /**
   * Closes everything but the service, the name server and the declared destinations to the container with this
   * address. Rejects with `EgressNotClosed` where that is impossible; then the container may not run.
   */
  async protect(installationId: string, network: NetworkToProtect): Promise<void> {
    const purpose = JSON.stringify(network);
    await this.inOrder(async () => {
      const known = this.installations.get(installationId);
      if (known?.purpose === purpose) return;
      const opened = await this.open(installationId, purpose, network);
      known?.close();
      this.installations.set(installationId, opened);
      this.hasChanged = true;
    });
    await this.loadChanges();
  }

  /** Opens nothing to the container any more. */
  async release(installationId: string): Promise<void> {
    await this.inOrder(async () => {
      const known = this.installations.get(installationId);
      if (known === undefined) return;
      known.close();
      this.installations.delete(installationId);
      this.hasChanged = true;
      await this.options.firewall.removeAddresses(known.addresses);
    });
    await this.loadChanges();
  }

  /**
   * Loads the rules again if anything has changed them, and stores what was denied since the last time. After a failure
   * `protect` rejects until the rules are loaded.
   */
  async refresh(): Promise<void> {
    await this.inOrder(async () => {
      const before = this.loaded;
      if (before === null) return;
      this.loaded = null;
      const listing = await this.options.firewall.list();
      if (listing !== null) await this.countDropped(listing);
      if (isUnchanged(listing, before)) this.loaded = before;
    });
    await this.loadChanges();
    await this.saveDenied();
  }

  /**
   * Rejects when the network of a running container is not on this machine, where its packets would be checked. The
   * container has no IPv6 by itself; its network loses the address that the kernel gave it.
   */
  async confirm({ gateway }: NetworkAddresses): Promise<void> {
    const [name] =
      Object.entries(networkInterfaces()).find(([, entries]) => entries?.some(({ address }) => address === gateway)) ??
      [];
    if (name === undefined)
      throw new EgressNotClosed(
        'egress is not closed: the networks of the engine are not on the machine of the service',
      );
    const setting = `/proc/sys/net/ipv6/conf/${name}/disable_ipv6`;
    const value = await readFile(setting, 'utf8').catch(() => '1');
    if (value.trim() !== '1') await writeFile(setting, '1');
  }

  /** Ends all connections. The rules stay, so containers that go on are closed in until the next process opens them. */
  closeAll(): void {
    for (const { close } of this.installations.values()) close();
    this.installations.clear();
    this.loaded = null;
  }

  private inOrder(work: () => Promise<void>): Promise<void> {
    const result = this.previous.then(work);
    this.previous = result.catch(() => undefined);
    return result;
  }

  /** Loads the rules once for all changes that came before. */
  private loadChanges(): Promise<void> {
    return this.inOrder(async () => {
      if (!this.hasChanged && this.loaded !== null) return;
      const { firewall } = this.options;
      const replaced = this.loaded === null ? null : await firewall.list();
      if (replaced !== null) await this.countDropped(replaced);
      this.loaded = null;
      const rules = [...this.installations.values()].map((known) => known.rules);
      this.loaded = await firewall.load(rules);
      this.hasChanged = false;
      for (const { dropped } of this.installations.values()) dropped.clear();
    });
  }

  private async open(installationId: string, purpose: string, network: NetworkToProtect): Promise<Protected> {
    const { firewall } = this.options;
    const hosts = this.hostsOf(network);
    const addresses = [...hosts.values()];
    await firewall.addAddresses(addresses);
    const denied = new DeniedCounts();
    const closers: (() => void)[] = [];
    const close = (): void => {
      for (const end of closers) end();
    };
    try {
      const open = await this.listen(network, { hosts, denied, closers });
      const rules = { container: network.addresses.container, open };
      const names = new Map([...hosts].map(([name, address]) => [address, name]));
      return { purpose, rules, addresses, names, denied, dropped: new Map(), close };
    } catch (error) {
      close();
      throw new EgressNotClosed(`the proxy of installation ${installationId} cannot listen`, { cause: error });
    }
  }

  private async listen(
    { addresses, egress }: NetworkToProtect,
    { hosts, denied, closers }: { hosts: ReadonlyMap<string, string>; denied: DeniedCounts; closers: (() => void)[] },
  ): Promise<readonly OpenPort[]> {
    const { service } = addresses;
    const deny = (destination: DeniedDestination): void => {
      denied.add(destination, 1, this.options.now().toISOString());
    };
    const names = await NameServer.listen(service, {
      hosts,
      onUnknown: (name) => deny({ host: name, port: null, protocol: 'dns' }),
      onDropped: () => deny({ host: service, port: DNS_PORT, protocol: 'udp' }),
    });
    closers.push(() => names.close());
    const open: OpenPort[] = [
      { protocol: 'udp', address: service, port: DNS_PORT, listener: { address: service, port: names.udpPort } },
      { protocol: 'tcp', address: service, port: DNS_PORT, listener: { address: service, port: names.tcpPort } },
    ];
    const add = async (destination: { host: string; port: number }, findTarget: Parameters<typeof Relay.listen>[1]) => {
      const address = hosts.get(destination.host) ?? service;
      if (
        open.some((other) => other.address === address && other.protocol === 'tcp' && other.port === destination.port)
      )
        return;
      const relay = await Relay.listen(service, findTarget);
      closers.push(() => relay.close());
      open.push({
        protocol: 'tcp',
        address,
        port: destination.port,
        listener: { address: service, port: relay.port },
      });
    };
    const target = hostAndPort(this.options.serviceOrigin);
    const toService = { hosts: [target.host], port: target.port };
    await add(hostAndPort(this.options.originForContainers), () => Promise.resolve(toService));
    for (const { host, port } of namedDestinations(egress))
      await add({ host, port }, async () => {
        const found = await this.options.resolve(host);
        if (found === null) deny({ host, port, protocol: 'tcp' });
        return found === null ? null : { hosts: found, port };
      });
    return open;
  }

  private async countDropped(listing: Listing): Promise<void> {
    const lastAt = this.options.now().toISOString();
    const byContainer = new Map([...this.installations.values()].map((known) => [known.rules.container, known]));
    for (const { container, address, protocol, port, packets } of droppedIn(listing)) {
      const known = byContainer.get(container);
      if (known === undefined) continue;
      const key = `${protocol} ${address} ${port}`;
      const count = packets - (known.dropped.get(key) ?? 0);
      known.dropped.set(key, packets);
      const host = known.names.get(address) ?? address;
      if (count > 0) known.denied.add({ host, port: port === 0 ? null : port, protocol }, count, lastAt);
    }
    const full = [...byContainer.values()].filter(({ dropped }) => dropped.size > MAX_COUNTED / 2);
    if (full.length === 0) return;
    await this.options.firewall.forgetDropped(full.map(({ rules }) => rules.container));
    for (const { dropped } of full) dropped.clear();
  }

  private async saveDenied(): Promise<void> {
    for (const [installationId, { denied }] of this.installations)
      await denied.store((attempts) => this.options.saveDenied(installationId, attempts));
  }
}

function hostAndPort(origin: string): { readonly host: string; readonly port: number } {
  const { hostname, port, protocol } = new URL(origin);
  const fallback = protocol === 'https:' ? 443 : 80;
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? fallback : Number(port) };
}

/**
 * The ways out of the container of one installation on a cluster: for each name that it may reach, an address of the
 * cluster whose ports lead to listeners of this service. Each listener has a port that no other installation may reach,
 * because the policy of an installation opens only its own ports. Pure.
 */
import { namedDestinations } from '../egress/destinations.js';

/** One for the name server, one for the service, and one for each declared destination. */
export const PORTS_PER_INSTALLATION = 32;
export const DNS_PORT = 53;

export interface RelayPort {
  readonly name: string;
  readonly protocol: 'TCP' | 'UDP';
  /** The port that the container connects to. */
  readonly port: number;
  /** The port of this service's pod at which the connection arrives. */
  readonly listener: number;
  readonly to: 'names' | 'service' | 'destination';
}

/** What is behind one name. The first one is the service's, and has the name server too. */
export interface RelayedHost {
  readonly host: string;
  readonly ports: readonly RelayPort[];
}

export interface PortRange {
  readonly first: number;
  readonly last: number;
}

/** How many installations a range of ports is enough for. */
export function portBlockCount({ first, last }: PortRange): number {
  return Math.floor((last - first + 1) / PORTS_PER_INSTALLATION);
}

/** The ports of the installation with this slot. */
export function portBlock({ first }: PortRange, slot: number): PortRange {
  const start = first + slot * PORTS_PER_INSTALLATION;
  return { first: start, last: start + PORTS_PER_INSTALLATION - 1 };
}

/** Throws when more destinations are declared than an installation has ports. */
export function relayedHosts(
  block: PortRange,
  /** The origin of the service as containers reach it. */
  serviceOrigin: string,
  egress: readonly string[],
): readonly RelayedHost[] {
  const { hostname, port, protocol } = new URL(serviceOrigin);
  const servicePort = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  const toService: RelayPort[] = [
    { name: 'dns-udp', protocol: 'UDP', port: DNS_PORT, listener: block.first, to: 'names' },
    { name: 'dns-tcp', protocol: 'TCP', port: DNS_PORT, listener: block.first, to: 'names' },
    { name: `tcp-${servicePort}`, protocol: 'TCP', port: servicePort, listener: block.first + 1, to: 'service' },
  ];
  const hosts = new Map<string, RelayPort[]>([[hostname, toService]]);
  let listener = block.first + 2;
  for (const destination of namedDestinations(egress)) {
    const ports = hosts.get(destination.host) ?? [];
    if (ports.some((other) => other.protocol === 'TCP' && other.port === destination.port)) continue;
    if (listener > block.last)
      throw new RangeError(
        `the manifest declares more than ${PORTS_PER_INSTALLATION - 2} destinations, which is all that an ` +
          'installation can have on a cluster',
      );
    const name = `tcp-${destination.port}`;
    ports.push({ name, protocol: 'TCP', port: destination.port, listener, to: 'destination' });
    hosts.set(destination.host, ports);
    listener += 1;
  }
  return [...hosts].map(([host, ports]) => ({ host, ports }));
}

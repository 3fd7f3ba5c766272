/** The destinations that a container may reach, and the addresses at which it finds them. Pure. */
import ipaddr from 'ipaddr.js';
import type { NetworkAddresses } from '../engine/container-engine.js';
import { nameAddress } from '../engine/network-addresses.js';

/** `host:port` of a manifest. */
export interface Destination {
  readonly host: string;
  readonly port: number;
}

/** Parses `host:port`; an IPv6 address has brackets, which are not part of the host. */
export function parseDestination(text: string): Destination {
  const separator = text.lastIndexOf(':');
  return {
    host: text
      .slice(0, separator)
      .replace(/^\[|\]$/g, '')
      .toLowerCase(),
    port: Number(text.slice(separator + 1)),
  };
}

/** The destinations that have a name. An address in `egress` is never opened: only names are resolved and checked. */
export function namedDestinations(egress: readonly string[]): readonly Destination[] {
  return egress.map(parseDestination).filter(({ host }) => !ipaddr.isValid(host));
}

/** The address of the service's name and of each declared name, in the network of one installation. */
export function hostsOf(
  network: NetworkAddresses,
  serviceHost: string,
  egress: readonly string[],
): ReadonlyMap<string, string> {
  const names = new Set(namedDestinations(egress).map(({ host }) => host));
  names.delete(serviceHost);
  return new Map([
    [serviceHost, network.service],
    ...[...names].map((name, index): [string, string] => [name, nameAddress(network, index)]),
  ]);
}

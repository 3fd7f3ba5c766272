import ipaddr from 'ipaddr.js';

const NETWORK_PARTS_OF_IPV6 = 4;

/**
 * Returns the address that limits count for a client: the IPv4 address, or the /64 network of an IPv6 address, because
 * one client usually has a whole /64 and could use a new address for every request. An IPv4 address in IPv6 notation
 * is the IPv4 address. All texts that are no address share one result.
 */
export function limitedAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, NETWORK_PARTS_OF_IPV6)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

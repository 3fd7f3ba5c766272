/**
 * Checks whether a host belongs to the public Internet. The decision uses the text alone, without DNS, so a public
 * name may still resolve to a private address. A client that connects must check each resolved address again.
 */
import ipaddr from 'ipaddr.js';

const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is global unicast: not loopback, private, link-local (used by cloud metadata services) or
 * reserved. An IPv4-mapped IPv6 address counts as its IPv4 address. Other embeddings of IPv4 (NAT64, 6to4, Teredo)
 * are never public. False for a text that is not an address.
 */
function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST_V6);
}

export interface AddressPolicy {
  /** True in production. Otherwise loopback is allowed too. */
  readonly production: boolean;
  /** The addresses of this machine. They are not allowed even if they are public: nothing calls back to the service. */
  readonly ownAddresses: readonly string[];
}

/** Whether the service may connect to an address on behalf of a plugin. False for a text that is not an address. */
export function isAllowedAddress(text: string, { production, ownAddresses }: AddressPolicy): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (!production && address.range() === 'loopback') return true;
  const normal = address.toString();
  const isOwn = ownAddresses.some((own) => ipaddr.isValid(own) && ipaddr.process(own).toString() === normal);
  return !isOwn && isPublicAddress(text);
}

/**
 * Whether a name with these addresses may be connected to: all of them must be allowed. A name with a public and a
 * private address is an attack or a mistake, and one without an address leads nowhere.
 */
export function areAllowedAddresses(addresses: readonly string[], policy: AddressPolicy): boolean {
  return addresses.length > 0 && addresses.every((address) => isAllowedAddress(address, policy));
}

/** `localhost` and names below it, which resolve to the local machine (RFC 6761). */
export function isLocalName(host: string): boolean {
  const name = host.replace(/\.$/, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost');
}

/** `localhost` or a loopback address. An IPv6 address has no brackets here. */
export function isLoopbackHost(host: string): boolean {
  return isLocalName(host) || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}

/** Suffixes of names that exist only inside a private network (RFC 6761, 6762, 8375; ICANN's `internal`). */
const PRIVATE_SUFFIXES = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;

/**
 * A name has a letter in its last label (see host.ts). Checking that first avoids parsing every name as an address,
 * which is expensive.
 */
const ADDRESS_LIKE = /^[\d.]+$|:/;

/** Whether a host (see host.ts; an IPv6 address without brackets) can be public. A single-label name is not public. */
export function isPublicHost(host: string): boolean {
  if (ADDRESS_LIKE.test(host)) return isPublicAddress(host);
  return host.includes('.') && !PRIVATE_SUFFIXES.test(host);
}

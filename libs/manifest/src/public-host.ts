/**
 * Which hosts lie in the open Internet. Decided from the text alone: nothing is resolved and nothing is sent, so a
 * public name may still lead to a private address. Whoever connects asks again for each address that a name has.
 */
import ipaddr from 'ipaddr.js';

const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is what the registries call global unicast: no loopback, private, link-local (the metadata
 * services of clouds are there) or reserved one. IPv4 in IPv6 notation is judged as the IPv4 address; other ways to
 * write one address in another (NAT64, 6to4, Teredo) are refused as a whole. False for what is no address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST_V6);
}

/** `localhost` and names below it, which never leave the machine (RFC 6761). */
export function isLocalName(host: string): boolean {
  const name = host.replace(/\.$/, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost');
}

/** `localhost`, or a loopback address. An IPv6 address comes without brackets. */
export function isLoopbackHost(host: string): boolean {
  return isLocalName(host) || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}

/** Ends of names that only mean something inside somebody's network (RFC 6761, 6762, 8375; ICANN's `internal`). */
const PRIVATE_ENDS = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;

/** A name has a letter in its last label (see host.ts); to have every name read as an address and fail is dear. */
const LIKE_ADDRESS = /^[\d.]+$|:/;

/** Whether a host (see host.ts; an IPv6 address without its brackets) can be a public one: a name has a domain to stand in. */
export function isPublicHost(host: string): boolean {
  if (LIKE_ADDRESS.test(host)) return isPublicAddress(host);
  return host.includes('.') && !PRIVATE_ENDS.test(host);
}

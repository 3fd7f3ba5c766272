/**
 * Where the service may send anything at all (contract §7, "Destinations"): one decision for events, lifecycle
 * calls and tools. A wrong yes lets a plugin's manifest reach into the operator's network, so everything that is not
 * clearly public is a no. Pure: names are resolved by the connector, which asks here about each address.
 */
import { isLocalName, isPublicAddress } from '@kushk/manifest/public-host';
import ipaddr from 'ipaddr.js';

export interface DestinationPolicy {
  /** In production only https to public addresses; outside it also loopback. */
  readonly production: boolean;
  /** The addresses of this machine itself: public or not, the service does not call itself. */
  readonly ownAddresses: readonly string[];
}

export type Blocked =
  'url_invalid' | 'scheme_not_https' | 'credentials_in_url' | 'port_invalid' | 'address_not_public' | 'address_unknown';

export type UrlVerdict =
  | { readonly allowed: true; readonly url: URL; readonly host: string; readonly literal: boolean }
  | { readonly allowed: false; readonly reason: Blocked };

/** Judges an address as text, before any name is resolved. Literal addresses get their whole verdict here. */
export function judgeUrl(text: string, policy: DestinationPolicy): UrlVerdict {
  if (!URL.canParse(text)) return { allowed: false, reason: 'url_invalid' };
  const url = new URL(text);
  const host = hostOf(url);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { allowed: false, reason: 'scheme_not_https' };
  if (url.username !== '' || url.password !== '') return { allowed: false, reason: 'credentials_in_url' };
  if (url.port === '0') return { allowed: false, reason: 'port_invalid' };
  const literal = ipaddr.isValid(host);
  const local = isLocalName(host) || (literal && isLoopback(host));
  if (url.protocol === 'http:' && (policy.production || !local)) return { allowed: false, reason: 'scheme_not_https' };
  if (policy.production && isLocalName(host)) return { allowed: false, reason: 'address_not_public' };
  if (literal && !isAllowedAddress(host, policy)) return { allowed: false, reason: 'address_not_public' };
  return { allowed: true, url, host, literal };
}

export type AddressVerdict =
  | { readonly allowed: true; readonly addresses: readonly string[] }
  | { readonly allowed: false; readonly reason: Blocked };

/**
 * Judges what a name resolves to. All answers must be allowed: a name with one public and one private address is a
 * trick or a mistake, and neither deserves a connection.
 */
export function judgeAddresses(addresses: readonly string[], policy: DestinationPolicy): AddressVerdict {
  if (addresses.length === 0) return { allowed: false, reason: 'address_unknown' };
  if (!addresses.every((address) => isAllowedAddress(address, policy)))
    return { allowed: false, reason: 'address_not_public' };
  return { allowed: true, addresses };
}

/** Host of a URL without the brackets of an IPv6 literal. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

function isAllowedAddress(text: string, policy: DestinationPolicy): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (!policy.production && address.range() === 'loopback') return true;
  const own = policy.ownAddresses.some(
    (mine) => ipaddr.isValid(mine) && ipaddr.process(mine).toString() === address.toString(),
  );
  return !own && isPublicAddress(text);
}

function isLoopback(text: string): boolean {
  return ipaddr.process(text).range() === 'loopback';
}

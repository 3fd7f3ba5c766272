/**
 * Decides which destinations the service may send to. The same check applies to events, lifecycle calls and tool
 * calls (docs/reference/delivery.md, "Destinations"). A wrongly allowed destination gives a plugin access to the
 * operator's network, so everything that is not clearly public is blocked.
 */
import { isLocalName, isPublicAddress } from '@kushk/manifest/public-host';
import ipaddr from 'ipaddr.js';

export interface DestinationPolicy {
  /** True in production: only https to public addresses is allowed. Otherwise loopback is allowed too. */
  readonly production: boolean;
  /**
   * The addresses of this machine. They are blocked even if they are public, because the service must never call
   * itself.
   */
  readonly ownAddresses: readonly string[];
}

export type BlockReason =
  'url_invalid' | 'scheme_not_https' | 'credentials_in_url' | 'port_invalid' | 'address_not_public' | 'address_unknown';

export type UrlCheck =
  | { readonly allowed: true; readonly url: URL; readonly host: string; readonly isLiteralAddress: boolean }
  | { readonly allowed: false; readonly reason: BlockReason };

/** Checks a URL before its name is resolved. For a literal address this is the complete check. */
export function checkUrl(text: string, policy: DestinationPolicy): UrlCheck {
  if (!URL.canParse(text)) return { allowed: false, reason: 'url_invalid' };
  const url = new URL(text);
  const host = hostOf(url);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { allowed: false, reason: 'scheme_not_https' };
  if (url.username !== '' || url.password !== '') return { allowed: false, reason: 'credentials_in_url' };
  if (url.port === '0') return { allowed: false, reason: 'port_invalid' };
  const isLiteralAddress = ipaddr.isValid(host);
  const isLocal = isLocalName(host) || (isLiteralAddress && isLoopback(host));
  if (url.protocol === 'http:' && (policy.production || !isLocal))
    return { allowed: false, reason: 'scheme_not_https' };
  if (policy.production && isLocalName(host)) return { allowed: false, reason: 'address_not_public' };
  if (isLiteralAddress && !isAllowedAddress(host, policy)) return { allowed: false, reason: 'address_not_public' };
  return { allowed: true, url, host, isLiteralAddress };
}

export type AddressCheck =
  | { readonly allowed: true; readonly addresses: readonly string[] }
  | { readonly allowed: false; readonly reason: BlockReason };

/**
 * Checks the addresses that a name resolves to. All of them must be allowed: a name with a public and a private
 * address is an attack or a mistake.
 */
export function checkAddresses(addresses: readonly string[], policy: DestinationPolicy): AddressCheck {
  if (addresses.length === 0) return { allowed: false, reason: 'address_unknown' };
  if (!addresses.every((address) => isAllowedAddress(address, policy)))
    return { allowed: false, reason: 'address_not_public' };
  return { allowed: true, addresses };
}

/** Returns the host of a URL without the brackets of an IPv6 literal. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

function isAllowedAddress(text: string, policy: DestinationPolicy): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (!policy.production && address.range() === 'loopback') return true;
  const own = policy.ownAddresses.some(
    (ownAddress) => ipaddr.isValid(ownAddress) && ipaddr.process(ownAddress).toString() === address.toString(),
  );
  return !own && isPublicAddress(text);
}

function isLoopback(text: string): boolean {
  return ipaddr.process(text).range() === 'loopback';
}

/**
 * Decides which destinations the service may send to. The same check applies to events, lifecycle calls and tool
 * calls (docs/reference/delivery.md, "Destinations"). A wrongly allowed destination gives a plugin access to the
 * operator's network, so everything that is not clearly public is blocked.
 */
import { areAllowedAddresses, isAllowedAddress, isLocalName, type AddressPolicy } from '@kushk/manifest/public-host';
import ipaddr from 'ipaddr.js';

/** In production only https to public addresses is allowed. Otherwise loopback is allowed too. */
export type DestinationPolicy = AddressPolicy;

export type BlockReason =
  'url_invalid' | 'scheme_not_https' | 'credentials_in_url' | 'port_invalid' | 'address_not_public' | 'address_unknown';

type UrlCheck =
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

type AddressCheck =
  | { readonly allowed: true; readonly addresses: readonly string[] }
  | { readonly allowed: false; readonly reason: BlockReason };

/** Checks the addresses that a name resolves to. */
export function checkAddresses(addresses: readonly string[], policy: DestinationPolicy): AddressCheck {
  if (addresses.length === 0) return { allowed: false, reason: 'address_unknown' };
  return areAllowedAddresses(addresses, policy)
    ? { allowed: true, addresses }
    : { allowed: false, reason: 'address_not_public' };
}

/** Returns the host of a URL without the brackets of an IPv6 literal. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

function isLoopback(text: string): boolean {
  return ipaddr.process(text).range() === 'loopback';
}

import { getDomain } from 'tldts';

/**
 * Whether the hosts are one site: equal, or with the same registrable domain by the Public Suffix List with its
 * private part. Pages of one site share cookies and can act together.
 */
export function isSameSite(host: string, otherHost: string): boolean {
  return siteOf(host) === siteOf(otherHost);
}

/** The registrable domain; the host itself where it has none: an address, `localhost`, or a public suffix. */
function siteOf(host: string): string {
  const name = host.toLowerCase().replace(/\.$/, '');
  return getDomain(name, { allowPrivateDomains: true }) ?? name;
}

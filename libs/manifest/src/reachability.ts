/**
 * The hosts that a manifest names: where the plugin runs, where its image comes from, and where it may connect to. A
 * host that is not public is reported to the reviewer. It may be a mistake, an attempt to reach the private network
 * of the instance's operator, or a legitimate service in that network.
 */
import type { JsonObject } from '@kushk/contracts';
import { baseUrlFinding } from './base-url.js';
import { isHost } from './host.js';
import { listOf, memberOf } from './json.js';
import type { Finding } from './problem.js';
import { isLoopbackHost, isPublicHost } from './public-host.js';

/** A field of the manifest that names a host, in the manifest's spelling: an IPv6 address has brackets. */
interface NamedHost {
  readonly path: string;
  readonly host: string;
}

/**
 * The hosts that are not public. Outside production a plugin may run on the local machine, so loopback is accepted
 * there.
 */
export function reachabilityFindings(manifest: JsonObject, options: { readonly production: boolean }): Finding[] {
  const hosts =
    memberOf(manifest, 'kind') === 'instance'
      ? [...hostsOfImage(manifest), ...hostsOfEgress(manifest)]
      : hostsOfBaseUrl(manifest, options);
  return (
    hosts
      // The structure check reports a malformed host.
      .filter(({ host }) => isHost(host))
      .map(({ path, host }) => ({ path, host: host.replace(/^\[|\]$/g, '') }))
      .filter(({ host }) => !isPublicHost(host) && (options.production || !isLoopbackHost(host)))
      .map(({ path, host }) => ({ path, code: 'host_not_public', params: { host } }))
  );
}

function hostsOfBaseUrl(manifest: JsonObject, options: { readonly production: boolean }): NamedHost[] {
  const address = memberOf(manifest, 'base_url');
  if (typeof address !== 'string' || baseUrlFinding('/base_url', address, options) !== null) return [];
  return [{ path: '/base_url', host: new URL(address).hostname }];
}

function hostsOfImage(manifest: JsonObject): NamedHost[] {
  const image = memberOf(manifest, 'image');
  const host = typeof image === 'string' ? registryOf(image) : null;
  return host === null ? [] : [{ path: '/image', host }];
}

/**
 * Follows the rule of container runtimes: if the first path segment of an image is not a host, the image comes from
 * the public default registry.
 */
function registryOf(image: string): string | null {
  const [first = '', ...path] = image.split('/');
  const namesHost = path.length > 0 && (first === 'localhost' || /[.:]/.test(first));
  return namesHost ? first.replace(/:\d+$/, '') : null;
}

function hostsOfEgress(manifest: JsonObject): NamedHost[] {
  return listOf(memberOf(manifest, 'egress')).flatMap((destination, index) => {
    const host = typeof destination === 'string' ? /^(.+):\d+$/.exec(destination)?.[1] : undefined;
    return host === undefined ? [] : [{ path: `/egress/${index}`, host }];
  });
}

/** The headers between a browser and a container plugin, in both directions (docs/reference/containers.md, Pages). */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** Headers of one connection (RFC 9110, section 7.6.1). `Connection` may name more. */
const OF_CONNECTION = new Set([
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Servers read other characters in a name as a dash, so a name with one could stand for a header that is set here. */
const UNAMBIGUOUS = /^[a-z0-9-]+$/;
/** What proxies say about a request, and what only the service says to a plugin. A browser's are not believed. */
const SET_BY_SERVICE =
  /^(?:x-forwarded(?:-.*)?|forwarded|via|proxy|x-(?:real|remote|proxyuser|originating)-.*|(?:.*-)?client-?ip|.*-connecting-ip(?:v6)?|x-envoy-.*|x-host|service-(?!handle$).*)$/;
/** Makes some servers take another path or method than those of the request. */
const OVERRIDE = /^x-(?:original-.*|rewrite-.*|(?:http-)?method(?:-override)?)$/;
/** Names of the service's own cookies, which another host never receives. */
const OWN_COOKIE = /^(?:__(?:host|secure)-)?kushk[-_]/i;

export interface ForwardedRequest {
  readonly headers: IncomingHttpHeaders;
  /** The host of the page, with port if any. */
  readonly pageOrigin: string;
  readonly serviceOrigin: string;
  readonly clientIp: string;
  readonly requestId: string;
}

/** The headers of a request for the container. Only the page's own cookies or handle say who asks. */
export function headersForContainer(request: ForwardedRequest): OutgoingHttpHeaders {
  const { headers, pageOrigin, serviceOrigin, clientIp, requestId } = request;
  const named = namesIn(headers.connection);
  const forwarded: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers))
    if (UNAMBIGUOUS.test(name) && !OF_CONNECTION.has(name) && !named.has(name) && !isClaim(name))
      forwarded[name] = value;
  const cookies = ownCookiesRemoved(headers.cookie);
  if (cookies === '') delete forwarded['cookie'];
  else forwarded['cookie'] = cookies;
  const { host, protocol } = new URL(pageOrigin);
  // The length decides where the request ends, whatever `Connection` names.
  delete forwarded['content-length'];
  if (headers['transfer-encoding'] !== undefined) forwarded['transfer-encoding'] = 'chunked';
  else if (headers['content-length'] !== undefined) forwarded['content-length'] = headers['content-length'];
  return {
    ...forwarded,
    host,
    // The gateway closes the connection: a container that answers early and closes it could lose its answer.
    connection: 'keep-alive',
    'x-forwarded-for': clientIp,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-request-id': requestId,
    'service-origin': serviceOrigin,
  };
}

function isClaim(name: string): boolean {
  return SET_BY_SERVICE.test(name) || OVERRIDE.test(name);
}

function ownCookiesRemoved(cookie: string | undefined): string {
  return (cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '' && !OWN_COOKIE.test(pair))
    .join('; ');
}

/**
 * Not passed on: who may embed the page is ours to decide; a plugin sends its visitors to no other server, does not
 * decide about TLS, and clears only its own cookies; and proxies in front of us obey `X-Accel-…` and `X-Sendfile`.
 */
const NOT_OF_PLUGIN =
  /^(?:x-frame-options|content-security-policy|set-cookie2?|alt-svc|clear-site-data|strict-transport-security|x-accel-.*|x-sendfile|x-lighttpd-send-file|service-.*)$/;

/** The headers of the container's response for the browser. */
export function headersForBrowser(
  given: NodeJS.Dict<readonly string[]>,
  { serviceOrigin }: { readonly serviceOrigin: string },
): Record<string, string | string[]> {
  const named = namesIn(given['connection']?.join(','));
  const passed: Record<string, string | string[]> = {};
  for (const [name, values = []] of Object.entries(given)) {
    if (OF_CONNECTION.has(name) || named.has(name) || NOT_OF_PLUGIN.test(name)) continue;
    passed[name] = values.length === 1 ? values[0]! : [...values];
  }
  const cookies = given['set-cookie']?.map(cookieOfPage) ?? [];
  const length = given['content-length'];
  return {
    // The address of the page has the label of the installation, which other sites need not learn.
    'referrer-policy': 'same-origin',
    ...passed,
    ...(length !== undefined && { 'content-length': length[0]! }),
    'content-security-policy': [...policiesOf(given), `frame-ancestors ${serviceOrigin}`],
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
    ...(isEventStream(given) && { 'x-accel-buffering': 'no' }),
  };
}

export function isEventStream(given: NodeJS.Dict<readonly string[]>): boolean {
  return /^text\/event-stream\b/i.test(given['content-type']?.[0]?.trim() ?? '');
}

/** The plugin's own policies, which the browser enforces beside ours, without what they say about embedding. */
function policiesOf(given: NodeJS.Dict<readonly string[]>): string[] {
  return (given['content-security-policy'] ?? [])
    .flatMap((value) => value.split(','))
    .map((policy) =>
      policy
        .split(';')
        .map((directive) => directive.trim())
        .filter((directive) => directive !== '' && !/^frame-ancestors(?:\s|$)/i.test(directive))
        .join('; '),
    )
    .filter((policy) => policy !== '');
}

/**
 * The page is embedded in another site, where browsers keep only cookies with these attributes. Without `Domain` a
 * cookie is for the host of the installation alone.
 */
function cookieOfPage(cookie: string): string {
  const [pair = '', ...attributes] = cookie.split(';');
  const others = attributes
    .map((attribute) => attribute.trim())
    .filter((attribute) => attribute !== '' && !/^(?:domain|secure|samesite|partitioned)\s*(?:=|$)/i.test(attribute));
  return [pair.trim(), ...others, 'Secure', 'SameSite=None', 'Partitioned'].join('; ');
}

function namesIn(connection: string | undefined): ReadonlySet<string> {
  return new Set((connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
}

import type { IncomingMessage } from 'node:http';
import { Refused } from '@kushk/edge';
import { unknownPage } from './page-targets.js';

/** Methods that make a server repeat the request, or a proxy open a connection. */
const REFUSED_METHODS = new Set(['TRACE', 'TRACK', 'CONNECT']);

type Request = Pick<IncomingMessage, 'method' | 'url' | 'headersDistinct'>;

/** Refuses what must not reach a container, whatever it would make of it. */
export function assertForwardable({ method = '', url = '', headersDistinct }: Request): void {
  // An address with a host of its own, or several hosts: which one counts differs from server to server.
  if (!url.startsWith('/') || headersDistinct['host']?.length !== 1)
    throw Refused.with('request.malformed', { reason: 'the address must begin with / and name one host' });
  if (REFUSED_METHODS.has(method)) throw Refused.with('request.method_not_allowed');
  if (isCallOfService(url)) throw unknownPage();
}

/**
 * Whether the path is one at which a plugin receives the calls of the service. They are signed; a plugin that forgets
 * to check this must not be open to everybody who knows its host. Servers differ in what they take for the same path,
 * so every spelling is refused.
 */
function isCallOfService(url: string): boolean {
  const path = url
    .split(/[?#]/, 1)[0]!
    .replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const segments: string[] = [];
  for (const segment of path.split(/[/\\]+/))
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment.toLowerCase().split(';', 1)[0]!);
  return segments[0] === 'service';
}

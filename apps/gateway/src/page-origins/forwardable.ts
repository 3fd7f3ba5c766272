import type { IncomingMessage } from 'node:http';
import { Refused } from '@kushk/edge';
import { unknownPage } from './page-targets.js';

/** Methods that make a server repeat the request, or a proxy open a connection. */
const REFUSED_METHODS = new Set(['TRACE', 'TRACK', 'CONNECT']);
const PRINTABLE_ASCII = /^[\x21-\x7e]*$/;
/** Servers decode an address once, by mistake twice. */
const DECODINGS = 3;
const ENCODED = /%u[0-9a-f]{4}|(?:%[0-9a-f]{2})+/gi;
/** A segment that every server reads alike: nothing in it separates, ends or climbs. Persian words need the joiners. */
const READ_ALIKE = /^(?!\.{1,2}$)(?:[\p{L}\p{M}\p{N}\-._~ @,+=:!$&'()*]|\u200c|\u200d)*$/u;
/** The first segment of the paths at which a plugin receives the calls of the service. */
const OF_SERVICE = 'service';

type Request = Pick<IncomingMessage, 'method' | 'url' | 'headersDistinct'>;

/** Refuses what must not reach a container, whatever it would make of it. */
export function assertForwardable({ method = '', url = '', headersDistinct }: Request): void {
  // An address with a host of its own, or several hosts: which one counts differs from server to server.
  if (!url.startsWith('/') || !PRINTABLE_ASCII.test(url) || headersDistinct['host']?.length !== 1)
    throw Refused.with('request.malformed', { reason: 'the address must begin with /, be ASCII and name one host' });
  if (REFUSED_METHODS.has(method)) throw Refused.with('request.method_not_allowed');
  if (mayBeCallOfService(decoded(url.split('?', 1)[0]!))) throw unknownPage();
}

/**
 * Whether a server could read the path as one at which a plugin receives the calls of the service. They are signed; a
 * plugin that forgets to check this must not be open to everybody who knows its host. A path that every server reads
 * alike is one if its first segment is. Servers differ about every other path, so the name must not be in it at all.
 */
function mayBeCallOfService(path: string): boolean {
  const segments = path.split('/').filter((segment) => segment !== '');
  return segments.every((segment) => READ_ALIKE.test(segment))
    ? bare(segments[0] ?? '') === OF_SERVICE
    : bare(path).includes(OF_SERVICE);
}

/** The letters and digits, without the differences that some servers ignore: case, accents, compatible characters. */
function bare(text: string): string {
  return text
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

function decoded(path: string): string {
  let text = path;
  for (let count = 0; count < DECODINGS; count += 1) text = text.replace(ENCODED, decodedPart);
  if (text.search(ENCODED) !== -1)
    throw Refused.with('request.malformed', { reason: 'the address is encoded too often' });
  return text;
}

function decodedPart(encoded: string): string {
  if (/^%u/i.test(encoded)) return String.fromCharCode(Number.parseInt(encoded.slice(2), 16));
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw Refused.with('request.malformed', { reason: 'the address cannot be decoded' });
  }
}

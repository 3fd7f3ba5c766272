import type { FastifyRequest } from 'fastify';
import { Refused } from '@kushk/edge';

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/**
 * Refuses a request that is authenticated by a cookie and that our own page did not send. `SameSite=Strict` is not
 * enough: another port of the same host is the same site, and so is another subdomain. A write needs our own `Origin`,
 * and a media type that no form can send. Browsers that send `Sec-Fetch-Site` must say that they mean us.
 */
export function assertOwnRequest(request: Pick<FastifyRequest, 'headers' | 'method'>, ownOrigin: string): void {
  const { origin, 'sec-fetch-site': site, 'content-type': type } = request.headers;
  if (READS.has(request.method)) {
    // `none`: the person opened the address. Other sites learn nothing from what they cannot read.
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw Refused.with('auth.origin_refused');
    return;
  }
  const isOwn = origin === ownOrigin && (site === undefined || site === 'same-origin');
  if (!isOwn || type === undefined || !JSON_TYPE.test(type)) throw Refused.with('auth.origin_refused');
}

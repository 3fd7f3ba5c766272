import type { IncomingMessage } from 'node:http';

/**
 * Whether a request names several hosts. It must be refused (RFC 9112, section 3.2): Node takes the first one, a proxy
 * in front may have taken the last.
 */
export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  return rawHeaders.filter((text, index) => index % 2 === 0 && /^host$/i.test(text)).length > 1;
}

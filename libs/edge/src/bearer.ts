/** Reads the credential of a request. Rejects credentials that are ambiguous or sent in a form that can leak. */

export type BearerReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: 'repeated' | 'in_address' | 'no_bearer' }
  | { readonly kind: 'one'; readonly text: string };

const SCHEME = /^Bearer +([^\s,]+)$/i;
const IN_QUERY = /[?&](?:access_token|authorization|api_key|apikey|token|key)=|=(?:kp|kr|ki|ks|kh)_/i;

/**
 * Returns the bearer token of a request. It is `refused`, with a 401, for two `Authorization` headers, for a scheme
 * other than Bearer, and for a credential in the query string, which logs and referrers would store. This applies even
 * if the request also contains a valid token.
 */
export function bearerOf(request: {
  readonly rawHeaders: readonly string[];
  readonly url?: string | undefined;
}): BearerReading {
  let found: string | null = null;
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at]!;
    if (name.length !== 13 || name.toLowerCase() !== 'authorization') continue;
    if (found !== null) return { kind: 'refused', reason: 'repeated' };
    found = request.rawHeaders[at + 1] ?? '';
  }
  const url = request.url ?? '';
  if (url.includes('?') && IN_QUERY.test(url.slice(url.indexOf('?')))) return { kind: 'refused', reason: 'in_address' };
  if (found === null) return { kind: 'none' };
  const token = SCHEME.exec(found)?.[1];
  return token === undefined ? { kind: 'refused', reason: 'no_bearer' } : { kind: 'one', text: token };
}

/** Reads the credential of a request. Forms in which credentials leak or are ambiguous are not accepted. */

export type BearerReading =
  { readonly kind: 'none' } | { readonly kind: 'ambiguous' } | { readonly kind: 'one'; readonly text: string };

const SCHEME = /^Bearer +([^\s,]+)$/i;
const IN_QUERY = /[?&](?:access_token|authorization|api_key|apikey|token|key)=|=(?:kp|ki|ks|kh)_/i;

/**
 * The bearer token of a request. Two `Authorization` headers, another scheme, or a credential in the query string
 * (logs and referrers would store it) are `ambiguous`, whatever else was sent: the response is 401.
 */
export function bearerOf(request: {
  readonly rawHeaders: readonly string[];
  readonly url?: string | undefined;
}): BearerReading {
  let found: string | null = null;
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at]!;
    if (name.length !== 13 || name.toLowerCase() !== 'authorization') continue;
    if (found !== null) return { kind: 'ambiguous' };
    found = request.rawHeaders[at + 1] ?? '';
  }
  const url = request.url ?? '';
  if (url.includes('?') && IN_QUERY.test(url.slice(url.indexOf('?')))) return { kind: 'ambiguous' };
  if (found === null) return { kind: 'none' };
  const token = SCHEME.exec(found)?.[1];
  return token === undefined ? { kind: 'ambiguous' } : { kind: 'one', text: token };
}

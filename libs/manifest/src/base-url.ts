/** The address of an external plugin (contract §4: `base_url`). */
import { isHost } from './host.js';
import type { Finding } from './problem.js';

export const BASE_URL_MAX_CHARACTERS = 2_048;

/** Printable ASCII without what would start a query, a fragment or credentials, or be read as a slash. */
const PLAIN_ADDRESS = /^(https?):\/\/[^/?#@\\\s]+(?:\/[^?#\\\s]*)?$/;

/**
 * What is wrong with a `base_url`: at most one finding. https everywhere; outside production also http on
 * `localhost`, 127.0.0.0/8 and `[::1]`. No credentials, query or fragment, and written as every parser reads it,
 * so that `http://0177.1` or an upper-case host cannot mean one thing here and another at the moment of the call.
 */
export function baseUrlFinding(path: string, text: string, options: { readonly production: boolean }): Finding | null {
  const parsed = PLAIN_ADDRESS.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (parsed === null || parsed.port === '0') return { path, code: 'base_url_invalid' };
  const canonical = withoutTrailingSlash(parsed.href);
  if (withoutTrailingSlash(text) !== canonical) return { path, code: 'base_url_not_canonical', params: { canonical } };
  if (!isHost(parsed.hostname))
    return {
      path,
      code: 'base_url_invalid',
      hint: 'the host is a name of letters, digits and - in labels, or an address',
    };
  if (parsed.protocol === 'https:') return null;
  if (!options.production && isLoopback(parsed.hostname)) return null;
  const hint = options.production ? 'http on localhost is for development only' : 'http is for localhost only';
  return { path, code: 'base_url_not_https', params: { hint } };
}

/** A `base_url` as it is used: its path is kept, a trailing slash is not (contract §4). */
export function normalBaseUrl(text: string): string {
  return withoutTrailingSlash(text);
}

function withoutTrailingSlash(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

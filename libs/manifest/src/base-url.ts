/** The address of an external plugin: `base_url`. */
import { isHost } from './host.js';
import type { Finding } from './problem.js';

export const BASE_URL_MAX_CHARACTERS = 2_048;

/** An address without query, fragment, credentials and backslash. Browsers parse a backslash as a slash. */
const PLAIN_ADDRESS = /^(https?):\/\/[^/?#@\\\s]+(?:\/[^?#\\\s]*)?$/;

/**
 * The problem of a `base_url`, or null. The address must be https; outside production also http on `localhost` and
 * names below it, 127.0.0.0/8 and `[::1]`. It has no credentials, query or fragment. Its spelling is canonical, so that
 * every parser reads the same address: `http://0177.1` could mean one host to the check and another to the HTTP client.
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
      hint: {
        en: 'the host must be a domain name (letters, digits and -) or an IP address',
        fa: 'میزبان باید نام دامنه (حرف لاتین، رقم و -) یا نشانی IP باشد',
      },
    };
  if (parsed.protocol === 'https:') return null;
  if (!options.production && isLoopback(parsed.hostname)) return null;
  const hint = options.production
    ? { en: 'http on localhost works in development only', fa: 'http روی localhost فقط هنگام توسعه کار می‌کند' }
    : { en: 'http works for localhost only', fa: 'http فقط برای localhost کار می‌کند' };
  return { path, code: 'base_url_not_https', hint };
}

/** A `base_url` without its trailing slash. The path is kept. */
export function normalBaseUrl(text: string): string {
  return withoutTrailingSlash(text);
}

function withoutTrailingSlash(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

function isLoopback(hostname: string): boolean {
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isLocal || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

const MAX_CHARACTERS = 2_000;
/** Resolves paths as a browser does. The host is never used. */
const ANY_ORIGIN = 'http://own.invalid';

/**
 * The path of our own pages to which a person returns after signing in; `/` for everything else: another host, also as
 * browsers read it (`//host`, `/\host`, a tab or line break between the slashes), a scheme, or a path of an API.
 */
export function returnPath(given: unknown): string {
  if (typeof given !== 'string' || given.length > MAX_CHARACTERS) return '/';
  // Browsers remove some of these characters before they read an address.
  if (!given.startsWith('/') || /[\u0000-\u0020\u007f-\u00a0\\]/.test(given)) return '/';
  let url: URL;
  try {
    url = new URL(given, ANY_ORIGIN);
  } catch {
    return '/';
  }
  const path = url.pathname + url.search + url.hash;
  if (url.origin !== ANY_ORIGIN || path.startsWith('//') || /^\/session(?:\/|$)/i.test(url.pathname)) return '/';
  return path;
}

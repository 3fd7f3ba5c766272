/** Paths that belong to APIs, files and other parts. Everything else below `/` is an address of a page. */
const RESERVED = [
  'assets',
  'developer/v1',
  'operator/v1',
  'portal/v1',
  'instance/v1',
  'plugin/v1',
  'i',
  'session',
  'frames',
  'sdk',
  'schemas',
  'docs',
  'errors',
  'health',
  'metrics',
  '.well-known',
  'favicon.ico',
  'robots.txt',
].map((path) => path.split('/'));

/**
 * Whether the path is an address of a page, which the page's own router knows. Plugin ids and versions have dots, so a
 * dot does not make it a file.
 */
export function isPageAddress(path: string): boolean {
  const segments = path.split('/').slice(1);
  if (!path.startsWith('/') || (segments.length > 1 && segments[0] === '')) return false;
  return !RESERVED.some((reserved) => reserved.every((segment, index) => segments[index] === segment));
}

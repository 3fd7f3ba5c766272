/** Headers of the documents and assets of the pages (docs/reference/pages.md). */

export interface DocumentPolicy {
  /** What the document may frame, `'none'` or `'self'`. */
  readonly frames: "'none'" | "'self'";
  /** Whether browsers must use HTTPS for this origin from now on. */
  readonly isHttps: boolean;
}
const HSTS = 'max-age=31536000; includeSubDomains';

/**
 * The policy of a page: scripts, styles, fonts and requests of our own origin only, no inline code, nobody frames us,
 * and no HTML from strings (`trusted-types default` lets only the empty string through, which React Aria needs).
 */
export function contentSecurityPolicy(frames: DocumentPolicy['frames']): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    `frame-src ${frames}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

const COMMON: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

export function documentHeaders({ frames, isHttps }: DocumentPolicy): Readonly<Record<string, string>> {
  return {
    ...COMMON,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy(frames),
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    // The document is asked for again each time, so that a new version of the pages is used at once.
    'cache-control': 'private, no-cache',
    vary: 'cookie, accept-language, accept-encoding',
    ...(isHttps && { 'strict-transport-security': HSTS }),
  };
}

/** Headers of an asset. Fonts are for the pages of plugins as well (docs/reference/pages.md). */
export function assetHeaders(file: string, { isHttps }: Pick<DocumentPolicy, 'isHttps'>): Record<string, string> {
  return {
    ...COMMON,
    ...(file.includes('.woff2') && {
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    }),
    // An SVG that somebody opens as a document must not run a script.
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(isHttps && { 'strict-transport-security': HSTS }),
  };
}

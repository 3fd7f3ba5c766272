/**
 * Pages of the plugin inside the service (docs/reference/bridge.md): the headers that let only the service embed them,
 * and the script tag of the bridge of the instance that shows them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PluginInstallation } from './plugin-definition.js';

export interface EmbedHead {
  /** The origin of the service that shows the page: the only one that `connect` should allow. */
  readonly serviceOrigin: string;
  /** Tags for `<head>`: `ServiceBridge`, the service's font, and `<meta name="service-origin">`. */
  readonly html: string;
  /** The response headers. Add sources to the policy with `sources`, and do not widen `frame-ancestors`. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Further sources per directive of the `Content-Security-Policy`: `{ 'img-src': ['https://cdn.acme.ir'] }`. */
export type PolicySources = Readonly<Record<string, readonly string[]>>;

/**
 * Returns head and headers of a page for one installation. The service's origin is that of `api_base`, which came with
 * the signed `installed` call.
 */
export function embedHead({ api_base }: Pick<PluginInstallation, 'api_base'>, sources: PolicySources = {}): EmbedHead {
  const service = new URL(api_base).origin;
  const policy: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", service],
    'style-src': ["'self'", service],
    'font-src': ["'self'", service],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'", service],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': [service],
  };
  const directives = [...new Set([...Object.keys(policy), ...Object.keys(sources)])].map((name) =>
    [name, ...(policy[name] ?? []), ...(name === 'frame-ancestors' ? [] : (sources[name] ?? []))].join(' '),
  );
  return {
    serviceOrigin: service,
    html: [
      `<meta name="service-origin" content="${escapeHtml(service)}">`,
      `<link rel="stylesheet" id="service-fonts" href="${escapeHtml(service)}/sdk/fonts.css">`,
      `<script src="${escapeHtml(service)}/sdk/bridge.js"></script>`,
    ].join('\n'),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': directives.join('; '),
      // The page depends on the installation in its address.
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  };
}

/** A page as the author describes it. `body` is HTML: escape what comes from elsewhere with `escapeHtml`. */
export interface EmbeddedPage {
  readonly title: string;
  /** Language of the page before the bridge sets the person's; `en` by default. */
  readonly language?: string;
  /** Addresses of style sheets, relative to the plugin's origin. */
  readonly styles?: readonly string[];
  /** Addresses of JavaScript modules, relative to the plugin's origin. */
  readonly scripts?: readonly string[];
  readonly body?: string;
  readonly sources?: PolicySources;
}

/** What `serveEmbeddedPage` needs of a plugin. */
export interface InstallationSource {
  installation(installationId: string): Promise<PluginInstallation | null>;
}

/**
 * Answers the request for a page: reads `installation_id` from the address and renders the page for this installation.
 * An unknown installation gets 404. The page may contain nothing of the organisation: anyone can request it. Its script
 * reads data with a handle.
 */
export async function serveEmbeddedPage(
  plugin: InstallationSource,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  page: EmbeddedPage,
): Promise<void> {
  const address = new URL(request.url ?? '/', 'http://plugin');
  const serviceOrigin = request.headers['service-origin'];
  const { status, headers, body } = await documentFor(plugin, { address, serviceOrigin }, page);
  response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
}

/** Like `serveEmbeddedPage`, for a request of the Fetch standard: Bun, Deno, Hono, Next.js. */
export async function embeddedPage(
  plugin: InstallationSource,
  request: Request,
  page: EmbeddedPage,
): Promise<Response> {
  const serviceOrigin = request.headers.get('service-origin') ?? undefined;
  const { status, headers, body } = await documentFor(plugin, { address: new URL(request.url), serviceOrigin }, page);
  return new Response(request.method === 'HEAD' ? null : body, { status, headers });
}

async function documentFor(
  plugin: InstallationSource,
  { address, serviceOrigin }: { readonly address: URL; readonly serviceOrigin: string | readonly string[] | undefined },
  page: EmbeddedPage,
): Promise<{ readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }> {
  const id = address.searchParams.get('installation_id') ?? '';
  const installation = id === '' ? null : await plugin.installation(id);
  if (installation === null) {
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'content-security-policy': NOBODY };
    return { status: 404, headers, body: 'Unknown installation\n' };
  }
  const head = embedHead(asBrowsersReachIt(installation, serviceOrigin), page.sources);
  return { status: 200, headers: head.headers, body: render(page, head) };
}

/** The names under which only a container reaches the service, in development. */
const ONLY_IN_CONTAINERS = '.containers.internal';

/**
 * In a container in development, the service has a name that no browser knows. The gateway, which alone reaches the
 * container, sends the public origin with each request for a page. Elsewhere anybody could send that header.
 */
function asBrowsersReachIt<Installation extends Pick<PluginInstallation, 'api_base'>>(
  installation: Installation,
  serviceOrigin: string | readonly string[] | undefined,
): Installation {
  const { hostname, pathname } = new URL(installation.api_base);
  if (!hostname.endsWith(ONLY_IN_CONTAINERS) || typeof serviceOrigin !== 'string' || !URL.canParse(serviceOrigin))
    return installation;
  return { ...installation, api_base: new URL(serviceOrigin).origin + pathname };
}

const NOBODY = "default-src 'none'; frame-ancestors 'none'";

function render(
  { title, language = 'en', styles = [], scripts = [], body = '' }: EmbeddedPage,
  head: EmbedHead,
): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
${head.html}
${styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join('\n')}
${scripts.map((src) => `<script type="module" src="${escapeHtml(src)}"></script>`).join('\n')}
</head>
<body>
${body}
</body>
</html>
`;
}

/** Makes a text safe between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

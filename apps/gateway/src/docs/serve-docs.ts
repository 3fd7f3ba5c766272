/** Serves the documents for people: `/docs`, their assets, and the page of an error code to a browser. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { codeEntry, Refused, type ProblemWriter } from '@kushk/edge';
import { recordRequest } from '../http/request-metrics.js';
import { encodingFor } from '../pages/page-documents.js';
import { assetHeaders, documentHeaders } from '../pages/page-headers.js';
import { languageOfPages, themeOfPages, type Language } from '../session/session-cookies.js';
import type { DocsSite } from './docs-site.js';

export interface DocsOptions {
  readonly site: DocsSite;
  /** The public origin of this gateway. */
  readonly origin: string;
  readonly problems: ProblemWriter;
}
const YEAR_MS = 365 * 86_400_000;
const ERRORS = '/errors/';

/**
 * Serves the documents. Call it before the routes are mounted: a browser that opens `/errors/{code}` gets the page, and
 * every other client the route's JSON.
 */
export async function serveDocs(server: FastifyInstance, options: DocsOptions): Promise<void> {
  const { site, origin, problems } = options;
  const isHttps = origin.startsWith('https:');
  const headers = documentHeaders({ frames: "'none'", isHttps });
  const send = (exchange: Exchange, page: { readonly language: Language; readonly slug: string }): FastifyReply =>
    sendPage(exchange, { site, headers, ...page });

  server.addHook('preHandler', (request, reply, next) => {
    const code = codeForBrowser(request);
    const slug = code === null || codeEntry(code) === null ? null : site.slugOfCode(code);
    if (slug === null) return next();
    send({ request, reply }, { language: languageOfPages(request.headers), slug });
  });
  await server.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => problems.send(request, reply, error));
    scope.addHook('onResponse', (request, reply, end) => {
      const route = request.routeOptions.url ?? 'none';
      recordRequest({ method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime });
      end();
    });
    await serveAssets(scope, { root: site.assets, isHttps });
    for (const path of ['/docs', '/docs/*'])
      scope.get(path, (request, reply) => {
        const [language, slug] = placeOf(request);
        if (language !== null && site.has(language, slug)) return send({ request, reply }, { language, slug });
        const preferred = languageOfPages(request.headers);
        if (language !== null || !site.has(preferred, slug)) throw Refused.with('route.not_found');
        const target = slug === '' ? `/docs/${preferred}` : `/docs/${preferred}/${slug}`;
        return reply
          .headers({ vary: 'cookie, accept-language', 'cache-control': 'private, no-cache' })
          .redirect(target);
      });
  });
}

async function serveAssets(
  scope: FastifyInstance,
  { root, isHttps }: { readonly root: string; readonly isHttps: boolean },
): Promise<void> {
  // Jest cannot load this module, which requires an ES module, while it links the modules that import it statically.
  const { default: fastifyStatic } = await import('@fastify/static');
  await scope.register(fastifyStatic, {
    root,
    prefix: '/docs/assets/',
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // A name with a hash never gets another content; the OpenAPI documents keep their names.
      const isHashed = !path.replaceAll('\\', '/').includes('/openapi/');
      const maxAge = isHashed ? `public, max-age=${YEAR_MS / 1000}, immutable` : 'public, max-age=300';
      reply.headers({ ...assetHeaders(path, { isHttps }), 'cache-control': maxAge });
    },
  });
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The code in the address of a browser; null for a program, which gets JSON. */
function codeForBrowser({ method, url, headers }: FastifyRequest): string | null {
  if (!url.startsWith(ERRORS) || (method !== 'GET' && method !== 'HEAD')) return null;
  if (!(headers.accept ?? '').includes('text/html')) return null;
  return url.slice(ERRORS.length).split('?', 1)[0]!;
}

/** The language that the address names, if it does, and the slug. */
function placeOf({ url }: FastifyRequest): readonly [language: Language | null, slug: string] {
  const [first, ...rest] = url
    .split('?', 1)[0]!
    .split('/')
    .slice(2)
    .filter((segment) => segment !== '');
  if (first === 'en' || first === 'fa') return [first, rest.join('/')];
  return [null, [...(first === undefined ? [] : [first]), ...rest].join('/')];
}

interface PageOf {
  readonly site: DocsSite;
  readonly headers: Readonly<Record<string, string>>;
  readonly language: Language;
  readonly slug: string;
}

function sendPage({ request, reply }: Exchange, { site, headers, language, slug }: PageOf): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding']);
  const { body, tag } = site.page({ language, slug, theme: themeOfPages(request.headers), encoding });
  reply.headers({ ...headers, etag: tag, 'x-request-id': request.id });
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(body);
}

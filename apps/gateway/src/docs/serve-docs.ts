/**
 * Serves the documents: `/docs` and their assets, also as markdown (`.md`, or `Accept: text/markdown`), `/llms.txt`,
 * and the page of an error code to a browser, or as markdown.
 */
import { dirname } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { codeEntry, ifNoneMatch, isKnown, isListed, Refused, type ProblemWriter } from '@kushk/edge';
import { recordRequest } from '../http/request-metrics.js';
import { encodingFor } from '../pages/page-documents.js';
import { assetHeaders, documentHeaders } from '../pages/page-headers.js';
import { languageOfPages, themeOfPages, type Language } from '../session/session-cookies.js';
import type { DocsSite, PageFormat } from './docs-site.js';

export interface DocsOptions {
  readonly site: DocsSite;
  /** The public origin of this gateway. */
  readonly origin: string;
  readonly problems: ProblemWriter;
}
const YEAR_MS = 365 * 86_400_000;
const ERRORS = '/errors/';
/** How the slug of the page of a code begins. */
const CODES = 'errors/';
const MARKDOWN = 'text/markdown';

/**
 * Serves the documents. Call it before the routes are mounted: a browser that opens `/errors/{code}` gets the page, a
 * client that asks for markdown its text, and every other client the route's JSON.
 */
export async function serveDocs(server: FastifyInstance, options: DocsOptions): Promise<void> {
  const { site, origin, problems } = options;
  const isHttps = origin.startsWith('https:');
  const headers = documentHeaders({ frames: "'none'", isHttps });
  const send = (exchange: Exchange, page: Pick<PageOf, 'language' | 'slug' | 'format'>): FastifyReply =>
    sendPage(exchange, { site, headers, ...page });

  server.addHook('preHandler', (request, reply, next) => {
    const { code, format } = codeOf(request);
    const slug = code === null || codeEntry(code) === null ? null : site.slugOfCode(code);
    if (slug === null) return next();
    const language = languageOfDocs(request);
    if (!site.has(language, slug, format)) return next();
    send({ request, reply }, { language, slug, format });
  });
  await server.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => problems.send(request, reply, error));
    scope.addHook('onResponse', (request, reply, end) => {
      const route = request.routeOptions.url ?? 'none';
      recordRequest({ method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime });
      end();
    });
    await serveAssets(scope, { root: site.assets, isHttps });
    scope.get('/llms.txt', (_request, reply) =>
      reply
        .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=300' })
        .send(site.listForModels.replaceAll('{origin}', origin)),
    );
    for (const path of ['/docs', '/docs/*'])
      scope.get(path, (request, reply) => {
        const { language, slug, ending } = placeOf(request);
        const preferred = languageOfDocs(request);
        const wanted = formatOf(request, ending);
        // A page that is drawn from a JSON document is only HTML.
        const format = ending === '' && !site.has(language ?? preferred, slug, wanted) ? 'html' : wanted;
        const family = familyPageOf(slug, site);
        if (family === null && !site.has(language ?? preferred, slug, format)) throw Refused.with('route.not_found');
        if (family === null && language !== null) return send({ request, reply }, { language, slug, format });
        const place = `/docs/${language ?? preferred}`;
        const target = slug === '' ? place : `${place}/${family ?? slug}`;
        return reply
          .headers({ vary: 'cookie, accept-language', 'cache-control': 'private, no-cache' })
          .redirect(`${target}${ending === '' ? '' : `${slug === '' ? '/index' : ''}${ending}`}`);
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
      // A name with a hash never gets another content. Files in folders, such as openapi/plugin.json, keep their names.
      const isHashed = dirname(path) === root;
      const maxAge = isHashed ? `public, max-age=${YEAR_MS / 1000}, immutable` : 'public, max-age=300';
      reply.headers({ ...assetHeaders(path, { isHttps }), 'cache-control': maxAge });
    },
  });
}

/** The page of the family of a code that has no page of its own, such as `errors/not_found`; null for other slugs. */
function familyPageOf(slug: string, site: DocsSite): string | null {
  if (!slug.startsWith(CODES)) return null;
  const code = slug.slice(CODES.length);
  const page = codeEntry(code) === null ? null : site.slugOfCode(code);
  return page === slug ? null : page;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * The language of a document whose address names none: the one that the person has chosen, else the first of Persian
 * and English in `Accept-Language`. Every browser names its languages. A request that names none, as of curl, gets
 * English.
 */
function languageOfDocs({ headers }: FastifyRequest): Language {
  return languageOfPages({ 'accept-language': 'en', ...headers });
}

interface CodeInAddress {
  /** Null for a request of something else, and of a program that gets JSON. */
  readonly code: string | null;
  readonly format: PageFormat;
}

function codeOf(request: FastifyRequest): CodeInAddress {
  const { method, url, headers } = request;
  const path = url.split('?', 1)[0]!;
  const ending = path.endsWith('.md') ? '.md' : '';
  const format = formatOf(request, ending);
  const isRead = method === 'GET' || method === 'HEAD';
  const isPage = format === 'md' || isListed(headers.accept, 'text/html');
  const code = path.slice(ERRORS.length, path.length - ending.length);
  return { code: isRead && isPage && path.startsWith(ERRORS) ? code : null, format };
}

interface Place {
  /** Null where the address names no language. */
  readonly language: Language | null;
  readonly slug: string;
  readonly ending: '.md' | '';
}

function placeOf({ url }: FastifyRequest): Place {
  const path = url.split('?', 1)[0]!;
  const ending = path.endsWith('.md') ? '.md' : '';
  const segments = path
    .slice(0, path.length - ending.length)
    .split('/')
    .slice(2)
    .filter((segment) => segment !== '');
  const [first] = segments;
  const language = first === 'en' || first === 'fa' ? first : null;
  const slug = segments.slice(language === null ? 0 : 1).join('/');
  return { language, slug: ending === '.md' && slug === 'index' ? '' : slug, ending };
}

/** Markdown by the address, or for a program that asks for it. A browser accepts `text/html` and any other type. */
function formatOf({ headers }: FastifyRequest, ending: Place['ending']): PageFormat {
  const { accept = '' } = headers;
  return ending === '.md' || (accept.includes(MARKDOWN) && !accept.includes('text/html')) ? 'md' : 'html';
}

interface PageOf {
  readonly site: DocsSite;
  readonly headers: Readonly<Record<string, string>>;
  readonly language: Language;
  readonly slug: string;
  readonly format: PageFormat;
}

function sendPage({ request, reply }: Exchange, { site, headers, ...page }: PageOf): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding']);
  const { body, tag } = site.page({ ...page, theme: themeOfPages(request.headers), encoding });
  // The address without `.md` has both formats.
  reply.headers({ ...headers, vary: `${headers['vary']}, accept`, etag: tag, 'x-request-id': request.id });
  if (page.format === 'md') reply.header('content-type', `${MARKDOWN}; charset=utf-8`);
  if (isKnown(tag.slice(1, -1), ifNoneMatch(request.headers['if-none-match']))) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(body);
}

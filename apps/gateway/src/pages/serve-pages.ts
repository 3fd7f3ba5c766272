/** Serves the built pages of a role: files that never change under their name, and one document for every address. */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ifNoneMatch, isKnown, isListed, Refused, type ProblemWriter } from '@kushk/edge';
import { log } from '@kushk/runtime';
import { recordRequest } from '../http/request-metrics.js';
import { languageOfPages, themeOfPages } from '../session/session-cookies.js';
import { BuiltDocument } from './built-document.js';
import { isPageAddress } from './page-address.js';
import { encodingFor, PageDocuments } from './page-documents.js';
import { assetHeaders, documentHeaders, type DocumentPolicy } from './page-headers.js';

export interface PagesOptions {
  readonly role: 'hub' | 'instance';
  /** The folder with `index.html` and `assets`; null for the one that is built beside this gateway. */
  readonly folder: string | null;
  /** The public origin of this gateway. */
  readonly origin: string;
  readonly problems: ProblemWriter;
}
const YEAR_MS = 365 * 86_400_000;
const ASSETS = '/assets/';

/** Serves the pages. Without a build, as in most tests, there are none; a configured folder must be there. */
export async function servePages(server: FastifyInstance, options: PagesOptions): Promise<void> {
  const folder = options.folder ?? builtFolder(options.role);
  const documents = new BuiltDocument(join(folder, 'index.html'), (html) => new PageDocuments(html));
  if ((await documents.newest()) === null) {
    if (options.folder !== null) throw new Error(`${folder} has no index.html: KUSHK_PAGES must name built pages`);
    log.warn({ folder }, 'pages are not built and not served');
    return;
  }
  const policy: DocumentPolicy = {
    frames: options.role === 'instance' ? "'self'" : "'none'",
    isHttps: options.origin.startsWith('https:'),
  };
  const headers = documentHeaders(policy);
  await server.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => options.problems.send(request, reply, error));
    scope.addHook('onResponse', (request, reply, end) => {
      const route = request.routeOptions.url ?? 'none';
      recordRequest({ method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime });
      end();
    });
    await serveAssets(scope, join(folder, 'assets'), policy);
    scope.get('/*', async (request, reply) => {
      if (!isDocumentRequest(request)) throw Refused.with('route.not_found');
      // It was there when the gateway started, and is kept while a build replaces it.
      const newest = (await documents.newest())!;
      return sendDocument({ request, reply }, newest, headers);
    });
  });
}

/** `apps/hub-pages/dist` beside `apps/gateway/dist` and `apps/gateway/src`, or the folder of a container image. */
function builtFolder(role: PagesOptions['role']): string {
  return resolve(fileURLToPath(new URL('.', import.meta.url)), '../../..', `${role}-pages`, 'dist');
}

async function serveAssets(scope: FastifyInstance, root: string, policy: DocumentPolicy): Promise<void> {
  // Jest cannot load this module, which requires an ES module, while it links the modules that import it statically.
  const { default: fastifyStatic } = await import('@fastify/static');
  await scope.register(fastifyStatic, {
    root,
    prefix: ASSETS,
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: YEAR_MS,
    setHeaders: (reply, path) => void reply.headers(assetHeaders(path, policy)),
  });
}

/** A browser that opens a page asks for HTML. A script that asks for an unknown path gets a problem document. */
function isDocumentRequest(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0]!;
  return isPageAddress(path) && (path === '/' || isListed(request.headers.accept, 'text/html'));
}

function sendDocument(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  documents: PageDocuments,
  headers: Readonly<Record<string, string>>,
): FastifyReply {
  const { headers: sent } = request;
  const { tag, bodies } = documents.in(languageOfPages(sent), themeOfPages(sent), request.url.split('?', 1)[0]!);
  const encoding = encodingFor(sent['accept-encoding']);
  // One tag per representation, as a cache compares them (RFC 9110, section 8.8.3).
  const entityTag = `${tag.slice(0, -1)}-${encoding}"`;
  reply.headers({ ...headers, etag: entityTag, 'x-request-id': request.id });
  if (isKnown(entityTag.slice(1, -1), ifNoneMatch(sent['if-none-match']))) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(bodies[encoding]);
}

/** The documents that embed the pages of plugins: `/frames/{installation_id}/app` and `…/panels/{key}`. */
import { fileURLToPath } from 'node:url';
import { installation, type PageSurface } from '@kushk/contracts';
import { Refused } from '@kushk/edge';
import { routesFor, type Route, type RouteResponse, type SendRequest } from '../http/route.js';
import { BuiltDocument } from '../pages/built-document.js';
import { frameData, frameDocument, framePolicy } from './frame-document.js';
import { isSameSite } from './site.js';

const { compositeRoute } = routesFor<null>('anyone', '/frames');
const TEMPLATE = fileURLToPath(new URL('../../../instance-pages/dist/frame.html', import.meta.url));
/** It is read at its first use, because tests of the API run without it. */
const template = new BuiltDocument(TEMPLATE, (html) => html);

/** The version of this service, as its API documents have it. */
const SERVICE_VERSION = '1.0';

interface FrameOptions {
  readonly serviceOrigin: string;
}

/**
 * Anyone may load the document, like all documents of the pages: it shows nothing of an organisation. What it shows
 * comes from the application, and the handle from the person's session.
 */
export function frameRoutes(service: FrameOptions): readonly Route[] {
  return [
    compositeRoute('GET', '/:installation_id/app', {
      operationId: 'getAppFrame',
      summary: "Get the document that embeds a plugin's app",
      calls: [installation.getPage],
      handle: ({ params }, send) =>
        respond(service, { id: params['installation_id']!, page: { surface: 'app' } }, send),
    }),
    compositeRoute('GET', '/:installation_id/panels/:key', {
      operationId: 'getPanelFrame',
      summary: "Get the document that embeds a plugin's panel",
      calls: [installation.getPage],
      handle: ({ params }, send) =>
        respond(service, { id: params['installation_id']!, page: { surface: 'panel', panel: params['key']! } }, send),
    }),
  ];
}

async function respond(
  { serviceOrigin }: FrameOptions,
  { id, page }: { readonly id: string; readonly page: PageSurface },
  send: SendRequest,
): Promise<RouteResponse> {
  const request = { organisation_id: null, installation_id: id, page };
  const { reply } = await send(installation.getPage, request);
  if (isSameSite(new URL(reply.origin).hostname, new URL(serviceOrigin).hostname))
    throw Refused.with('installation.page_not_found', { reason: 'same_site' });
  const html = await template.newest();
  if (html === null) throw Refused.with('service.unavailable');
  const data = frameData(reply, page, { origin: serviceOrigin, version: SERVICE_VERSION });
  return {
    status: 200,
    text: frameDocument(html, data),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': framePolicy(reply.origin),
      'cross-origin-resource-policy': 'same-origin',
    },
  };
}

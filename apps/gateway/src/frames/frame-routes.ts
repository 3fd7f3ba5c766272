/** The documents that embed the pages of plugins: `/frames/{installation_id}/app` and `…/panels/{key}`. */
import { fileURLToPath } from 'node:url';
import { installation, type PageSurface, type RequestOf } from '@kushk/contracts';
import { Refused } from '@kushk/edge';
import { isSameSite } from '@kushk/manifest';
import type { PersonCaller } from '../authentication/caller.js';
import { routesFor, type Call, type Route, type RouteResponse, type SendRequest } from '../http/route.js';
import { BuiltDocument } from '../pages/built-document.js';
import { frameData, frameDocument, framePolicy } from './frame-document.js';

const { compositeRoute } = routesFor<PersonCaller>('person', '/frames');
const TEMPLATE = fileURLToPath(new URL('../../../instance-pages/dist/frame.html', import.meta.url));
/** It is read at its first use, because tests of the API run without it. */
const template = new BuiltDocument(TEMPLATE, (html) => html);

/** The version of this service, as its API documents have it. */
const SERVICE_VERSION = '1.0';

interface FrameOptions {
  readonly serviceOrigin: string;
}

/**
 * The document names the plugin, its version and the host of its pages, which for a container cannot be guessed. So
 * only people of the organisation may load it.
 */
export function frameRoutes(service: FrameOptions): readonly Route[] {
  return [
    compositeRoute('GET', '/:installation_id/app', {
      operationId: 'getAppFrame',
      summary: "Get the document that embeds a plugin's app",
      calls: [installation.getPage],
      handle: (call, send) => respond(service, requestOf(call, { surface: 'app' }), send),
    }),
    compositeRoute('GET', '/:installation_id/panels/:key', {
      operationId: 'getPanelFrame',
      summary: "Get the document that embeds a plugin's panel",
      calls: [installation.getPage],
      handle: (call, send) => respond(service, requestOf(call, { surface: 'panel', panel: call.params['key']! }), send),
    }),
  ];
}

type FrameRequest = RequestOf<typeof installation.getPage>;

function requestOf({ caller, params }: Call<PersonCaller, object, object>, page: PageSurface): FrameRequest {
  return { organisation_id: caller.organisation.id, installation_id: params['installation_id']!, page };
}

async function respond(
  { serviceOrigin }: FrameOptions,
  request: FrameRequest,
  send: SendRequest,
): Promise<RouteResponse> {
  const { reply } = await send(installation.getPage, request);
  if (isSameSite(new URL(reply.origin).hostname, new URL(serviceOrigin).hostname))
    throw Refused.with('installation.page_not_found', { reason: 'same_site' });
  const html = await template.newest();
  if (html === null) throw Refused.with('service.unavailable');
  const data = frameData(reply, request.page, { origin: serviceOrigin, version: SERVICE_VERSION });
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

import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentTag } from '@kushk/credentials';
import { isKnown, REPLAYED_HEADER, sendJson } from '@kushk/edge';
import type { Route, RouteResponse, SerializedBody } from './route.js';

export interface ResponseTarget {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The ETags in `If-None-Match`. */
  readonly knownTags: readonly string[];
}

export function sendResponse(
  { conditionalRead }: Pick<Route, 'conditionalRead'>,
  target: ResponseTarget,
  response: RouteResponse,
): FastifyReply {
  if (conditionalRead) return sendTagged(target, response);
  const { request, reply } = target;
  if (response.replayed === true) reply.header(REPLAYED_HEADER, 'true');
  return sendJson(request, reply, response);
}

/** Sends 304 with the ETag and without a body when the client already has this representation. */
function sendTagged({ request, reply, knownTags }: ResponseTarget, response: RouteResponse): FastifyReply {
  const { tag, text } = response.serialized ?? serialize(response.body);
  const headers = { ...response.headers, etag: `"${tag}"` };
  return sendJson(
    request,
    reply,
    isKnown(tag, knownTags) ? { status: 304, headers } : { status: response.status, text: text(), headers },
  );
}

function serialize(body: unknown): SerializedBody {
  const text = JSON.stringify(body);
  return { tag: contentTag(text), text: () => text };
}

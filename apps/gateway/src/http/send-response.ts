import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentTag } from '@kushk/credentials';
import { isKnown, REPLAYED_HEADER, sendJson, setCommonHeaders } from '@kushk/edge';
import type { SerializedBody, StreamedBody } from './response-body.js';
import type { Route, RouteResponse } from './route.js';

export interface ResponseTarget {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The ETags in `If-None-Match`. */
  readonly knownTags: readonly string[];
  /** Rejects when the caller may no longer have the response. */
  readonly callerNow: () => Promise<unknown>;
}

export function sendResponse(
  { conditionalRead }: Pick<Route, 'conditionalRead'>,
  target: ResponseTarget,
  response: RouteResponse,
): FastifyReply {
  if (conditionalRead) return sendTagged(target, response);
  const { request, reply } = target;
  if (response.replayed === true) reply.header(REPLAYED_HEADER, 'true');
  if (response.stream !== undefined) return sendStream(target, response.stream, response.headers);
  return sendJson(request, reply, response);
}

/**
 * The rights of the caller are checked before each chunk. An error after the first chunk ends the connection, so that
 * the client cannot take a part for the whole.
 */
function sendStream(
  { request, reply, callerNow }: ResponseTarget,
  { contentType, contentLength, isLive = false, chunks }: StreamedBody,
  headers: RouteResponse['headers'] = {},
): FastifyReply {
  setCommonHeaders(request, reply);
  if (contentLength !== undefined) reply.header('content-length', contentLength);
  return reply
    .code(200)
    .headers(headers as Record<string, string | string[]>)
    .header('content-type', contentType)
    .send(
      isLive
        ? Readable.from(checked(chunks, callerNow), { objectMode: false, highWaterMark: 1 })
        : Readable.from(checked(inLargerChunks(chunks), callerNow)),
    );
}

async function* checked(
  chunks: AsyncIterable<string | Buffer>,
  check: () => Promise<unknown>,
): AsyncGenerator<string | Buffer> {
  for await (const chunk of chunks) {
    await check();
    yield chunk;
  }
}

const CHUNK_CHARACTERS = 64 * 1024;

/** Joins small pieces of text, because each chunk costs a write to the socket. */
async function* inLargerChunks(pieces: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  let text = '';
  for await (const piece of pieces) {
    if (typeof piece !== 'string') {
      yield piece;
      continue;
    }
    text += piece;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
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

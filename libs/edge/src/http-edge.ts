/** The common parts of all HTTP responses, on Fastify: reading bodies and writing problem documents. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { stringifyWithTexts } from '@kushk/contracts';
import { codeEntry } from './codes.js';
import { mapError } from './error-mapping.js';
import { languageOf, problemDocument, problemHeaders } from './problem.js';
import { splitLargeField } from './large-field.js';
import { Refused } from './refused.js';
import { BODY_LIMIT_BYTES, JSON_DEPTH_LIMIT, readRequestJson } from './request-json.js';
import { givenTraceparent } from './tracing.js';

/** API responses must not be cached, framed or MIME-sniffed. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export interface ProblemSettings {
  /** The public base URL of the error pages `/errors/<code>`, without a trailing slash. */
  readonly errorsBase: string;
  /** What a client has probably confused that requests an unknown path: `params.hint` of `route.not_found`. */
  readonly hintForPath?: (url: string) => string | null;
  /** Called for defects: unexpected errors, and codes that are not in the table. */
  readonly onDefect: (defect: { readonly error: unknown; readonly requestId: string; readonly code: string }) => void;
}

/** Writes any error as problem+json: errors of routes, unknown paths, and requests that Fastify itself rejects. */
export class ProblemWriter {
  constructor(private readonly settings: ProblemSettings) {}

  send(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
    const { refused: found, isDefect } = mapError(error);
    const refused = withWeakTag(this.withHint(found, request.url), request.headers['if-match']);
    if (isDefect || codeEntry(refused.code) === null)
      this.settings.onDefect({ error, requestId: request.id, code: refused.code });
    const language = languageOf(request.headers['accept-language']);
    const document = problemDocument(refused, {
      errorsBase: this.settings.errorsBase,
      requestId: request.id,
      language,
    });
    setCommonHeaders(request, reply);
    return reply
      .code(document.status)
      .headers({
        ...problemHeaders(document, refused),
        'content-language': language,
        'content-type': 'application/problem+json; charset=utf-8',
      })
      .send(JSON.stringify(document));
  }

  private withHint(refused: Refused, url: string): Refused {
    if (refused.code !== 'route.not_found') return refused;
    const hint = this.settings.hintForPath?.(url) ?? null;
    return hint === null ? refused : Refused.with('route.not_found', { hint });
  }
}

/** A weak tag never matches `If-Match`: without a word of it, the client would read a revision that it has sent. */
function withWeakTag(refused: Refused, ifMatch: string | undefined): Refused {
  const isWeak = refused.code.endsWith('.revision_conflict') && /^\s*W\//.test(ifMatch ?? '');
  return isWeak ? Refused.byService({ code: refused.code, params: { ...refused.params, weak: true } }) : refused;
}

/** Sets `X-Request-Id`, `traceparent` and the common headers of API responses. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(API_HEADERS).header('x-request-id', request.id);
  const traceparent = givenTraceparent(request.headers['traceparent']);
  if (traceparent !== null) reply.header('traceparent', traceparent);
}

/**
 * Sends a JSON response with the common headers, which `headers` can override. Sends no body when `body` is
 * undefined.
 */
export function sendJson(request: FastifyRequest, reply: FastifyReply, response: JsonResponse): FastifyReply {
  const { status, body, headers, text = textOf(body) } = response;
  setCommonHeaders(request, reply);
  if (text !== undefined) reply.header('content-type', 'application/json; charset=utf-8');
  if (headers !== undefined) reply.headers(headers as Record<string, string | string[]>);
  reply.code(status);
  return text === undefined ? reply.send() : reply.send(text);
}

function textOf(body: unknown): string | undefined {
  return typeof body === 'object' && body !== null ? stringifyWithTexts(body) : JSON.stringify(body);
}

export interface JsonResponse {
  readonly status: number;
  readonly body?: unknown;
  /** The body as serialized JSON. Takes precedence over `body`. */
  readonly text?: string | Buffer | undefined;
  /** Several values make several headers, as `set-cookie` needs. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
}

const CHARSET = /charset *= *"?([^";]+)/i;

/** Gets each body before it is parsed. */
export type OnBody = (request: FastifyRequest, body: Uint8Array) => void;

/** Restricts a Fastify scope to `application/json` within the size and depth limits. Other media types get 415. */
export function readOnlyJson(
  scope: FastifyInstance,
  limits: { readonly bytes: number; readonly depth: number } = { bytes: BODY_LIMIT_BYTES, depth: JSON_DEPTH_LIMIT },
  onBody?: OnBody,
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: limits.bytes },
    (request, body, done) => {
      try {
        assertPlainUtf8(request);
        if (body.length === 0) return done(null, undefined);
        onBody?.(request, body as Buffer);
        done(null, readRequestJson(body as Buffer, limits));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

function assertPlainUtf8({ headers }: FastifyRequest): void {
  const { 'content-type': type = '', 'content-encoding': contentEncoding } = headers;
  // As nearly all clients send it.
  if (type === 'application/json' && contentEncoding === undefined) return;
  const charset = CHARSET.exec(type)?.[1]?.trim().toLowerCase() ?? 'utf-8';
  const encoding = contentEncoding?.toLowerCase() ?? 'identity';
  if (charset !== 'utf-8' || encoding !== 'identity') throw Refused.with('request.unsupported_media_type');
}

/** A body of the largest size, of which one string may be large. */
export interface LargeBodyLimits {
  readonly field: string;
  /** The whole body. */
  readonly bytes: number;
  readonly depth: number;
}

/**
 * As `readOnlyJson`, for bodies with one large string. `onValue` gets the bytes of the string, and the parsed body has
 * an empty string in its place (`splitLargeField`); that of `onBody` says how large it is. The rest of the body may
 * have `BODY_LIMIT_BYTES`.
 */
export function readLargeJson(
  scope: FastifyInstance,
  limits: LargeBodyLimits,
  {
    onValue,
    onBody,
  }: { readonly onValue: (request: FastifyRequest, value: Buffer | null) => void; readonly onBody?: OnBody },
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', async (request: FastifyRequest, payload: AsyncIterable<Buffer>) => {
    assertPlainUtf8(request);
    const body = await readBytes(payload, {
      announced: Number(request.headers['content-length']),
      limit: limits.bytes,
    });
    if (body.length === 0) return undefined;
    const { rest, value, at } = splitLargeField(body, limits.field);
    if (rest.length > BODY_LIMIT_BYTES) throw tooLarge(BODY_LIMIT_BYTES);
    onValue(request, value);
    onBody?.(request, value === null ? rest : withSize(rest, at, value.length));
    return readRequestJson(rest, limits);
  });
}

function withSize(rest: Buffer, at: number, bytes: number): Buffer {
  return Buffer.concat([rest.subarray(0, at), Buffer.from(`(${bytes} bytes, not shown)`), rest.subarray(at)]);
}

/** Reads a body into memory that is allocated once. A body without an announced length may have the largest one. */
async function readBytes(
  payload: AsyncIterable<Buffer>,
  { announced, limit }: { readonly announced: number; readonly limit: number },
): Promise<Buffer> {
  if (announced > limit) throw tooLarge(limit);
  const body = Buffer.allocUnsafeSlow(Number.isSafeInteger(announced) ? announced : limit);
  let length = 0;
  for await (const part of payload) {
    if (length + part.length > body.length) throw tooLarge(limit);
    length += part.copy(body, length);
  }
  return body.subarray(0, length);
}

const tooLarge = (limit_bytes: number): Refused => Refused.with('request.too_large', { limit_bytes });

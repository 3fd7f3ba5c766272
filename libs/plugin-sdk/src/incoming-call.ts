/** A request to the plugin, independent of the server that received it: node:http or a Web-standard handler. */
import type { IncomingMessage } from 'node:http';
import { HttpError, readBody, type BodyLimits } from './http.js';

export interface IncomingCall {
  readonly method: string;
  /** The path of the address, without the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Reads the raw bytes of the body. Throws `HttpError` 413, 408, or 500 when something else has read the body. */
  body(limits: BodyLimits): Promise<Buffer>;
}

/** Returns the path of a request of `node:http` or of the Fetch standard. */
export function pathOfRequest(request: IncomingMessage | Request): string {
  const { url = '' } = request;
  if (isFetchRequest(request)) return new URL(url).pathname;
  return url.split('?', 1)[0] ?? '';
}

/** Wraps a request of `node:http`, Express or Fastify (`request.raw`). */
export function callOfNode(request: IncomingMessage): IncomingCall {
  return {
    method: request.method ?? '',
    path: pathOfRequest(request),
    headers: request.headers,
    body: (limits) => bodyOfNode(request, limits),
  };
}

/** Wraps a request of the Fetch standard: Bun, Deno, Hono, Next.js, edge runtimes. */
export function callOfFetch(request: Request): IncomingCall {
  return {
    method: request.method,
    path: pathOfRequest(request),
    headers: Object.fromEntries(request.headers),
    body: (limits) => bodyOfFetch(request, limits),
  };
}

function isFetchRequest(request: IncomingMessage | Request): request is Request {
  return typeof (request as Request).arrayBuffer === 'function';
}

async function bodyOfNode(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  // Some platforms read the body themselves and leave its bytes here.
  const { rawBody } = request as IncomingMessage & { readonly rawBody?: unknown };
  if (rawBody instanceof Uint8Array) {
    if (rawBody.length > limits.maxBytes) throw new HttpError(413, 'request.too_large');
    return Buffer.from(rawBody);
  }
  if (request.readableEnded || (request.readableDidRead && request.complete)) throw bodyConsumed();
  return readBody(request, limits);
}

async function bodyOfFetch(request: Request, { maxBytes, timeoutMs }: BodyLimits): Promise<Buffer> {
  if (request.bodyUsed) throw bodyConsumed();
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new HttpError(413, 'request.too_large');
  const reader = (request.body as ReadableStream<Uint8Array> | null)?.getReader();
  if (reader === undefined) return Buffer.alloc(0);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void reader.cancel().catch(() => undefined);
  }, timeoutMs);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (isLate) throw new HttpError(408, 'request.timeout');
      if (done) return Buffer.concat(chunks);
      length += value.length;
      if (length > maxBytes) {
        void reader.cancel().catch(() => undefined);
        throw new HttpError(413, 'request.too_large');
      }
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
}

function bodyConsumed(): HttpError {
  return new HttpError(
    500,
    'plugin.body_consumed',
    'Something read the body before the plugin did, such as express.json(). The signature covers the raw bytes: ' +
      'mount the plugin before every middleware that parses bodies.',
  );
}

/** Reads a bounded request body and sends JSON responses, with plain node:http. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * An error response to the service. Its code reveals nothing about the plugin. The reason is for the plugin's own log:
 * a text that says what is wrong and what to do, or the error of the author's code.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  constructor(
    readonly status: number,
    readonly code: string,
    readonly reason?: string | Error,
  ) {
    super(code);
  }
}

/**
 * A body over the limit is still read, and discarded, up to this multiple of the limit. If the connection were closed
 * while the caller sends, the caller would never read the response.
 */
const DRAIN_FACTOR = 4;

export interface BodyLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/**
 * Returns the raw bytes of the body. Throws `HttpError` 413 for a body over the limit, and 408 for a body that
 * arrives too slowly.
 */
export async function readBody(request: IncomingMessage, { maxBytes, timeoutMs }: BodyLimits): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > DRAIN_FACTOR * maxBytes)
    throw new HttpError(413, 'request.too_large');
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    request.destroy();
  }, timeoutMs);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > DRAIN_FACTOR * maxBytes) break;
      if (length <= maxBytes) chunks.push(chunk);
    }
  } catch (error) {
    throw isLate ? new HttpError(408, 'request.timeout') : error;
  } finally {
    clearTimeout(timer);
  }
  if (length > maxBytes) throw new HttpError(413, 'request.too_large');
  return Buffer.concat(chunks);
}

/** Parses the body as a JSON object. Throws `HttpError` 400 for anything else. */
export function parseObject(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below, like any other value that is not an object.
  }
  throw new HttpError(400, 'request.malformed');
}

/** Sends a response, and closes the connection when the rest of the request was not read. */
export function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: { status: number; headers: Readonly<Record<string, string>>; body: string },
): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    ...headers,
    'content-length': Buffer.byteLength(body),
    ...(request.complete ? {} : { connection: 'close' }),
  });
  response.end(body);
}

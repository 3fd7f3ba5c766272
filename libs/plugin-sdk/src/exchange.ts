/** Reading a bounded body and answering in JSON, over plain node:http. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** An answer to the service: what is wrong, in words that reveal nothing. */
export class Answered extends Error {
  override readonly name = 'Answered';
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

/** An over-long body is read on and dropped up to this multiple of the limit: who is cut off in mid-body never sees the answer. */
const PATIENCE = 4;

/** The raw bytes; `Answered` 413 when they are more than the limit, 408 when they do not come in time. */
export async function readBody(request: IncomingMessage, limitBytes: number, timeoutMs: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > PATIENCE * limitBytes)
    throw new Answered(413, 'request.too_large');
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    request.destroy();
  }, timeoutMs);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > PATIENCE * limitBytes) break;
      if (length <= limitBytes) chunks.push(chunk);
    }
  } catch (error) {
    throw late ? new Answered(408, 'request.timeout') : error;
  } finally {
    clearTimeout(timer);
  }
  if (length > limitBytes) throw new Answered(413, 'request.too_large');
  return Buffer.concat(chunks);
}

/** The body as a JSON object, or `Answered` 400. */
export function parseObject(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Answered below, as for any other value that is no object.
  }
  throw new Answered(400, 'request.malformed');
}

/** Answers in JSON and closes the connection where the rest of the request was not read. */
export function sendJson(request: IncomingMessage, response: ServerResponse, status: number, body: string): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...(status === 405 ? { allow: 'POST' } : {}),
    ...(request.complete ? {} : { connection: 'close' }),
  });
  response.end(body);
}

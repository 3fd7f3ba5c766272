import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { API_HEADERS, problemDocument, Refused } from '@kushk/edge';
import { newId } from '@kushk/runtime';

/**
 * Responds to requests that Node rejects before they reach Fastify: malformed HTTP, headers that are too large, or a
 * timeout.
 */
export function respondToClientError(
  error: { readonly code?: string | undefined },
  socket: Socket,
  errorsBase: string,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const requestId = newId('req');
  const document = problemDocument(refusalOf(error.code), { errorsBase, requestId, language: 'en' });
  const body = JSON.stringify(document);
  const headers = {
    ...API_HEADERS,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(
    `HTTP/1.1 ${document.status} ${STATUS_CODES[document.status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body}`,
  );
}

function refusalOf(code: string | undefined): Refused {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return Refused.with('request.too_large', { part: 'headers' });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return Refused.with('request.timeout');
    default:
      return Refused.with('request.malformed', { reason: 'not HTTP/1.1' });
  }
}

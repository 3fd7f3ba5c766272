import { STATUS_CODES, type ServerResponse } from 'node:http';
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
  const { status, headers, body } = lastResponse(refusalOf(error.code), errorsBase);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** Refuses a request that names several hosts, before anything reads it. */
export function refuseSeveralHosts(response: ServerResponse, errorsBase: string): void {
  const refused = Refused.with('request.malformed', { reason: 'the request must name one Host' });
  const { status, headers, body } = lastResponse(refused, errorsBase);
  response.writeHead(status, headers).end(body);
}

/** A problem document after which the connection ends. */
function lastResponse(refused: Refused, errorsBase: string) {
  const requestId = newId('req');
  const document = problemDocument(refused, { errorsBase, requestId, language: 'en' });
  const body = JSON.stringify(document);
  const headers = {
    ...API_HEADERS,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  };
  return { status: document.status, headers, body };
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

/** Connections to the containers of plugins. */
import { request as httpRequest, type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Refused } from '@kushk/edge';
import { byteMeter, TooManyBytes } from './byte-meter.js';
import type { Exchange } from './open-exchanges.js';
import type { PageLimits } from './page-limits.js';
import type { Address } from './page-targets.js';

const ANSWER_HEADER_BYTES = 32 * 1024;

/** One request or stream that was admitted. */
export interface Forwarding {
  readonly request: IncomingMessage;
  /** Whether the request may have a body. */
  readonly hasBody: boolean;
  readonly address: Address;
  /** The headers for the container. */
  readonly headers: OutgoingHttpHeaders;
  readonly exchange: Exchange;
  readonly limits: PageLimits;
  readonly serviceOrigin: string;
  /** Ends the exchange: the client has gone, or the installation no longer runs. */
  readonly signal: AbortSignal;
}

/** What the container answered: a response, or another protocol on the same connection. */
export type Answer =
  | { readonly kind: 'response'; readonly response: IncomingMessage; readonly upstream: ClientRequest }
  | { readonly kind: 'upgrade'; readonly response: IncomingMessage; readonly socket: Duplex; readonly head: Buffer };

/** The container could not be connected to, or did not answer HTTP in time. */
export class ContainerFailed extends Error {
  override readonly name = 'ContainerFailed';
}

/**
 * Sends the request and resolves when the headers of the response have arrived. Each request has a connection of its
 * own: on a connection that is used again, a container could answer the request of the next person beforehand. Rejects
 * with `ContainerFailed`, or with `request.too_large`.
 */
export function requestContainer(forwarding: Forwarding): Promise<Answer> {
  const { request, address, headers, signal, limits } = forwarding;
  if (Number(request.headers['content-length'] ?? 0) > limits.requestBytes)
    return Promise.reject(Refused.with('request.too_large'));
  return new Promise((resolve, reject) => {
    const upstream = httpRequest({
      ...address,
      method: request.method,
      path: request.url,
      headers,
      agent: false,
      setHost: false,
      maxHeaderSize: ANSWER_HEADER_BYTES,
      signal,
    });
    const give = (reason: string): void => void upstream.destroy(new ContainerFailed(reason));
    const answerTimer = setTimeout(give, limits.answerWithinMs, 'no answer in time');
    const connectTimer = setTimeout(give, limits.connectWithinMs, 'no connection in time');
    const settle = (end: () => void): void => {
      clearTimeout(answerTimer);
      clearTimeout(connectTimer);
      end();
    };
    upstream.once('socket', (socket) => {
      socket.setNoDelay(true);
      socket.once('connect', () => clearTimeout(connectTimer));
    });
    upstream.once('response', (response) => settle(() => resolve({ kind: 'response', response, upstream })));
    upstream.once('upgrade', (response: IncomingMessage, socket: Socket, head: Buffer) =>
      settle(() => resolve({ kind: 'upgrade', response, socket, head })),
    );
    // Stays: an error after the answer ends the response, and must not end the process.
    upstream.on('error', (error) => settle(() => reject(failureOf(error))));
    upstream.once('close', () => settle(() => reject(new ContainerFailed('the connection was closed'))));
    sendBody(forwarding, upstream, () => answerTimer.refresh());
  });
}

function failureOf(error: Error): Error {
  if (error instanceof TooManyBytes) return Refused.with('request.too_large');
  return error instanceof ContainerFailed ? error : new ContainerFailed(error.message, { cause: error });
}

function sendBody(
  { request, hasBody, exchange, limits }: Forwarding,
  upstream: ClientRequest,
  onBytes: () => unknown,
): void {
  const { 'transfer-encoding': encoding, 'content-length': length = '0' } = request.headers;
  if (!hasBody || (encoding === undefined && Number(length) === 0)) return void upstream.end();
  const { stream: meter } = byteMeter({ maxBytes: limits.requestBytes, rate: exchange.rate });
  meter.on('error', (error) => upstream.destroy(error));
  meter.on('data', onBytes);
  request.on('close', () => {
    if (!request.complete) upstream.destroy();
  });
  request.pipe(meter).pipe(upstream);
}

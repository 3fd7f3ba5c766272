import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { byteMeter } from './byte-meter.js';
import { headersForBrowser, isEventStream } from './forwarded-headers.js';
import { ContainerFailed, requestContainer, type Forwarding } from './upstream.client.js';

const FINAL_STATUS = 200;

/** What was sent to the browser. */
export interface Forwarded {
  readonly status: number;
  readonly bytes: number;
}

/**
 * Sends a request to the container and its response to the browser, neither of them stored. Rejects before anything
 * was sent with `ContainerFailed` or `request.too_large`; afterwards a failure cuts the response off.
 */
export async function forwardRequest(forwarding: Forwarding, response: ServerResponse): Promise<Forwarded> {
  const { request, exchange, limits, serviceOrigin, signal } = forwarding;
  const answer = await requestContainer(forwarding);
  if (answer.kind === 'upgrade') {
    answer.socket.destroy();
    throw new ContainerFailed('it changed the protocol without being asked');
  }
  const { response: answered, upstream } = answer;
  const { statusCode = 0, headersDistinct } = answered;
  if (statusCode < FINAL_STATUS) {
    upstream.destroy();
    throw new ContainerFailed(`it answered with the status ${statusCode}`);
  }
  const isStream = isEventStream(headersDistinct);
  if (isStream) exchange.lasts();
  else if (request.method !== 'HEAD' && Number(headersDistinct['content-length']?.[0] ?? 0) > limits.responseBytes) {
    upstream.destroy();
    throw new ContainerFailed('the response is too large');
  }
  const isEarly = !request.complete;
  if (isEarly) response.setHeader('connection', 'close');
  response.writeHead(statusCode, headersForBrowser(headersDistinct, { serviceOrigin }));
  response.flushHeaders();
  const idleMs = isStream ? limits.streamIdleMs : limits.idleMs;
  response.setTimeout(idleMs, () => void response.destroy());
  upstream.setTimeout(idleMs, () => void upstream.destroy());
  const endAt = setTimeout(() => response.destroy(), isStream ? limits.streamWithinMs : limits.responseWithinMs);
  const meter = byteMeter({ maxBytes: isStream ? Infinity : limits.responseBytes, rate: exchange.rate });
  try {
    await pipeline(answered, meter.stream, response, { signal, end: false });
    if (isEarly) await drained(request);
    response.end();
  } catch {
    // Shows the browser that the response is not complete.
    response.destroy();
  } finally {
    clearTimeout(endAt);
    upstream.destroy();
  }
  return { status: statusCode, bytes: meter.bytes() };
}

/**
 * Reads what is left of a request that was answered before its end, until its arrival takes too long. A client that is
 * still sending when the connection is closed would not read the response.
 */
export function drained(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    request.unpipe();
    finished(request, { writable: false }, () => resolve());
    request.resume();
  });
}

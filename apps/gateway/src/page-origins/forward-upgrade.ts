import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { byteMeter, type ByteMeter } from './byte-meter.js';
import type { Forwarded } from './forward-request.js';
import { headersForBrowser } from './forwarded-headers.js';
import { requestContainer, type Forwarding } from './upstream.client.js';

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** A browser's connection that is to become a WebSocket, and what it has sent beyond its request. */
export interface UpgradeRequest {
  readonly socket: Duplex & { setTimeout(ms: number, listener: () => void): unknown };
  readonly head: Buffer;
}

/**
 * Connects a browser and a container by a WebSocket. The gateway passes the frames on as they are. A container that
 * refuses is answered with its own response. Rejects with `ContainerFailed` before anything was sent.
 */
export async function forwardUpgrade(forwarding: Forwarding, { socket, head }: UpgradeRequest): Promise<Forwarded> {
  const { exchange, limits, serviceOrigin, signal, headers } = forwarding;
  const answer = await requestContainer({
    ...forwarding,
    headers: { ...headers, connection: 'Upgrade', upgrade: 'websocket' },
  });
  const { statusCode: status = 0, headersDistinct } = answer.response;
  const passed = headersForBrowser(headersDistinct, { serviceOrigin });
  const meter = (): ByteMeter =>
    byteMeter({
      maxBytes: answer.kind === 'upgrade' ? Infinity : limits.responseBytes,
      rate: exchange.rate,
    });
  const [toContainer, toBrowser] = [meter(), meter()];
  const endAt = setTimeout(() => socket.destroy(), limits.streamWithinMs);
  socket.setTimeout(limits.streamIdleMs, () => void socket.destroy());
  try {
    if (answer.kind === 'response') {
      socket.write(headText(status, { ...passed, connection: 'close' }), 'latin1');
      await pipeline(answer.response, toBrowser.stream, socket, { signal });
    } else {
      exchange.lasts();
      socket.write(headText(status, { ...passed, connection: 'Upgrade', upgrade: 'websocket' }), 'latin1');
      socket.write(answer.head);
      answer.socket.write(head);
      await Promise.all([
        pipeline(socket, toContainer.stream, answer.socket, { signal }),
        pipeline(answer.socket, toBrowser.stream, socket, { signal }),
      ]);
    }
  } catch {
    // Both connections are closed below.
  } finally {
    clearTimeout(endAt);
    if (answer.kind === 'upgrade') answer.socket.destroy();
    else answer.upstream.destroy();
    socket.end();
  }
  return { status, bytes: toBrowser.bytes() + toContainer.bytes() };
}

/** The head of a response that Node does not write itself. Node's parser has checked names and values. */
export function headText(status: number, headers: Headers): string {
  const lines = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${String(value)}`),
  );
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n`;
}

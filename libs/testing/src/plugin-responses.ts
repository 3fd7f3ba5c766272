/** The ways in which a recording plugin can respond to a call, including faults that the caller must survive. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { RecordedCall } from './recorded-call.js';

export type PluginResponse = (
  response: ServerResponse,
  request: IncomingMessage,
  call: RecordedCall,
) => void | Promise<void>;

const CHUNK = Buffer.alloc(64 * 1024, 0x20);

export const responses = {
  /** Responds with a status and an optional JSON body and headers. */
  status:
    (status: number, body?: unknown, headers: Readonly<Record<string, string>> = {}): PluginResponse =>
    (response) => {
      response.writeHead(status, { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    },
  /** Responds with the result of a tool: `{"content": …}`. */
  content: (content: unknown): PluginResponse => responses.status(200, { content }),
  /** Sends another response after a delay. */
  delayed:
    (ms: number, then: PluginResponse): PluginResponse =>
    async (response, request, call) => {
      await pause(ms, undefined, { ref: false });
      if (!response.destroyed) await then(response, request, call);
    },
  /**
   * Sends a response that depends on the call. The function may call the API first, as a plugin does when it handles
   * `installed`.
   */
  choose:
    (choose: (call: RecordedCall) => PluginResponse | Promise<PluginResponse>): PluginResponse =>
    async (response, request, call) => {
      await (
        await choose(call)
      )(response, request, call);
    },
  /** Accepts the request and never responds. */
  hang: (): PluginResponse => () => undefined,
  /** Sends the headers at once, then the body byte by byte. */
  drip:
    (bytes: number, everyMs: number): PluginResponse =>
    async (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      for (let sent = 0; sent < bytes && !response.destroyed; sent += 1) {
        response.write(' ');
        await pause(everyMs, undefined, { ref: false });
      }
      response.end();
    },
  redirect: (to: string, status = 302): PluginResponse => responses.status(status, undefined, { location: to }),
  /** Sends bytes that are not HTTP. */
  garbage: (): PluginResponse => (_response, request) => {
    request.socket.end('\u0000\u0001 this is not HTTP \r\n\r\n');
  },
  /** Responds with a success status and a body that is not JSON. */
  notJson:
    (text = '<html>it works</html>'): PluginResponse =>
    (response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(text);
    },
  /** Responds with a success status and a body of this size, sent as fast as the client reads. */
  huge:
    (bytes: number): PluginResponse =>
    async (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const closed = once(response, 'close');
      for (let sent = 0; sent < bytes && !response.destroyed; sent += CHUNK.length) {
        if (!response.write(CHUNK)) await Promise.race([once(response, 'drain'), closed]);
      }
      response.end();
    },
  /** Announces a longer body than it sends, then closes the connection. */
  cutShort: (): PluginResponse => (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"content":');
    response.socket?.end();
  },
  /** Sends a TCP reset instead of a response. */
  reset: (): PluginResponse => (_response, request) => {
    request.socket.resetAndDestroy();
  },
};

function once(response: ServerResponse, event: 'drain' | 'close'): Promise<void> {
  return new Promise((resolve) =>
    response.once(event, () => {
      resolve();
    }),
  );
}

/** How a recording plugin answers one call: well, badly, late, or not at all. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { RecordedCall } from './recorded-call.js';

export type Answer = (response: ServerResponse, request: IncomingMessage, call: RecordedCall) => void | Promise<void>;

const CHUNK = Buffer.alloc(64 * 1024, 0x20);

export const answers = {
  /** A status with an optional JSON body and headers. */
  status:
    (status: number, body?: unknown, headers: Readonly<Record<string, string>> = {}): Answer =>
    (response) => {
      response.writeHead(status, { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    },
  /** A tool's answer: `{"content": …}`. */
  content: (content: unknown): Answer => answers.status(200, { content }),
  /** The answer of another kind, so many milliseconds later. */
  after:
    (ms: number, answer: Answer): Answer =>
    async (response, request, call) => {
      await pause(ms, undefined, { ref: false });
      if (!response.destroyed) await answer(response, request, call);
    },
  /** Chooses by the call, e.g. after asking the API from inside `installed`. */
  decide:
    (choose: (call: RecordedCall) => Answer | Promise<Answer>): Answer =>
    async (response, request, call) => {
      await (
        await choose(call)
      )(response, request, call);
    },
  /** Takes the request and never says a word. */
  hang: (): Answer => () => undefined,
  /** Headers at once, then one byte of the body at a time. */
  drip:
    (bytes: number, everyMs: number): Answer =>
    async (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      for (let sent = 0; sent < bytes && !response.destroyed; sent += 1) {
        response.write(' ');
        await pause(everyMs, undefined, { ref: false });
      }
      response.end();
    },
  redirect: (to: string, status = 302): Answer => answers.status(status, undefined, { location: to }),
  /** Bytes that are no HTTP. */
  garbage: (): Answer => (_response, request) => {
    request.socket.end('\u0000\u0001 this is not HTTP \r\n\r\n');
  },
  /** A success whose body is no JSON. */
  notJson:
    (text = '<html>it works</html>'): Answer =>
    (response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(text);
    },
  /** A success with so many bytes of body, with respect for backpressure. */
  huge:
    (bytes: number): Answer =>
    async (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const closed = once(response, 'close');
      for (let sent = 0; sent < bytes && !response.destroyed; sent += CHUNK.length) {
        if (!response.write(CHUNK)) await Promise.race([once(response, 'drain'), closed]);
      }
      response.end();
    },
  /** Promises a longer body than it sends, then closes. */
  cutShort: (): Answer => (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"content":');
    response.socket?.end();
  },
  /** A TCP reset instead of an answer. */
  reset: (): Answer => (_response, request) => {
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

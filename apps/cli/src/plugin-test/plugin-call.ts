/** Sends one request to the plugin under test, over a connection of its own, as bytes and with the service's limits. */
import { request as requestHttp, type IncomingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';

/** What the service reads of an answer to a tool call. */
const MAX_ANSWER_BYTES = 1_048_576;
const SHOWN_CHARACTERS = 300;

export interface PluginRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly deadlineMs: number;
}
export interface PluginAnswer {
  /** The path that was called. */
  readonly path: string;
  /** Null when no complete answer arrived. */
  readonly status: number | null;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Why there is no answer; null when there is one. */
  readonly error: string | null;
  readonly durationMs: number;
}

/** Resolves in every case: a missing answer is a result of the test as well. Redirects are not followed. */
export function callPlugin({ method, url, headers, body, deadlineMs }: PluginRequest): Promise<PluginAnswer> {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    const end = (answer: Partial<PluginAnswer>): void => {
      clearTimeout(timer);
      request.destroy();
      const durationMs = Math.round(performance.now() - startedMs);
      resolve({ path: url.pathname, status: null, headers: {}, body: '', error: null, ...answer, durationMs });
    };
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const length = body === undefined ? {} : { 'content-length': String(body.length) };
    const request = send(url, { method, agent: false, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_ANSWER_BYTES) end({ error: `the answer is longer than ${MAX_ANSWER_BYTES} bytes` });
        else chunks.push(chunk);
      });
      response.on('error', (error) => end({ error: error.message }));
      response.on('end', () =>
        end({
          status: response.statusCode ?? null,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    const timer = setTimeout(() => end({ error: `no complete answer within ${deadlineMs / 1_000} s` }), deadlineMs);
    request.on('error', (error: NodeJS.ErrnoException) => end({ error: error.code ?? error.message }));
    request.end(body);
  });
}

export const isAccepted = ({ status }: PluginAnswer): boolean => status !== null && status >= 200 && status < 300;
/** 4xx: the service does not repeat a call because of an attacker, and the plugin has not failed. */
export const isRejected = ({ status }: PluginAnswer): boolean => status !== null && status >= 400 && status < 500;

/** The answer in one line: `401 {"code":"signature.invalid"} after 3 ms`. */
export function shown({ status, body, error, durationMs }: PluginAnswer): string {
  if (status === null) return error ?? 'no answer';
  const text = firstPart(body);
  return `${status}${text === '' ? '' : ` ${text}`} after ${durationMs} ms`;
}

/** The first part of a text, in one line. */
export function firstPart(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length > SHOWN_CHARACTERS ? `${flat.slice(0, SHOWN_CHARACTERS)}…` : flat;
}

/** An HTTP client for tests, based on supertest. */
import request, { type Response, type Test } from 'supertest';
import { recordExample } from '@kushk/testing';
import { assertDescribed } from './described.js';

export interface Client {
  get(path: string): Test;
  post(path: string, body?: object): Test;
  put(path: string, body?: object): Test;
  patch(path: string, body?: object): Test;
  delete(path: string): Test;
}

/** An HTTP client for all paths below `base`. It sends `headers` with every request. */
export function clientOf(base: string, headers: Readonly<Record<string, string>> = {}): Client {
  const send = (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, body?: object): Test => {
    const test = request(base)
      [method](path)
      .set(headers)
      .expect((answer: Response) => {
        assertDescribed(method, `${base}${path}`, answer);
        record(method, { url: new URL(`${base}${path}`), sent: body, answer });
      });
    return body === undefined ? test : test.send(body);
  };
  return {
    get: (path) => send('get', path),
    post: (path, body) => send('post', path, body),
    put: (path, body) => send('put', path, body),
    patch: (path, body) => send('patch', path, body),
    delete: (path) => send('delete', path),
  };
}

function record(
  method: string,
  { url, sent, answer }: { readonly url: URL; readonly sent: unknown; readonly answer: Response },
): void {
  const received = answer.type.endsWith('/json') ? { received: answer.body as unknown } : {};
  const request = { method: method.toUpperCase(), origin: url.origin, path: url.pathname + url.search, sent };
  recordExample({ ...request, status: answer.status, ...received });
}

/** An HTTP client that sends one bearer credential. */
export function bearerOf(base: string, token: string, headers: Readonly<Record<string, string>> = {}): Client {
  return clientOf(base, { authorization: `Bearer ${token}`, ...headers });
}

/** The status of a response and the code of its problem: `409 catalogue.version_exists`, or only `201`. */
export function verdict({ status, body }: Response): string {
  const code = (body as { code?: string } | undefined)?.code;
  return code === undefined ? String(status) : `${status} ${code}`;
}

/** The body of a response that must be a success. Throws with the actual status and body otherwise. */
export function granted({
  status,
  body,
  request: sent,
}: Response & { request?: { method?: string; url?: string } }): Body {
  if (status >= 200 && status < 300) return body as Body;
  throw new Error(`${sent?.method ?? ''} ${sent?.url ?? ''} answered ${status} ${JSON.stringify(body)}`);
}

/** A JSON body as received. Tests read its members by name. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Body = any;

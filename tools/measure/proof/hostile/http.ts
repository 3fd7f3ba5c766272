/** Requests as an attacker sends them: any status is an answer, and a body may arrive long after its head. */
import { connect } from 'node:net';
import { randomUUID } from 'node:crypto';
import { httpClient, type HttpResponse } from '@kushk/testing';

export interface Sent {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Sent as it is, instead of `body`. */
  readonly raw?: string | Buffer;
}

/** Sends a request to an address of loopback. */
export function call(method: string, address: string, { token, body, headers, raw }: Sent = {}): Promise<HttpResponse> {
  const { port, origin } = new URL(address);
  // The path is sent as it was written: a URL would remove `..` from it.
  return httpClient(Number(port))(address.slice(origin.length) || '/', {
    method,
    ...(body !== undefined && { json: body }),
    ...(raw !== undefined && { body: raw }),
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
  });
}

/** The status of a response with the code of its problem: `403 auth.role_missing`. */
export function verdict({ status, json }: HttpResponse): string {
  const { code } = json;
  return typeof code === 'string' ? `${status} ${code}` : String(status);
}

export async function verdictOf(method: string, address: string, sent?: Sent): Promise<string> {
  return verdict(await call(method, address, sent));
}

export const newKey = (): Readonly<Record<string, string>> => ({ 'idempotency-key': randomUUID() });

export interface HeldRequest extends Omit<Sent, 'raw'> {
  readonly method: string;
  readonly address: string;
}

/** Sends the head of a request and one byte of its body, the rest after `meanwhile`. Returns status and code. */
export async function held(request: HeldRequest, meanwhile: () => Promise<unknown>): Promise<string> {
  const { method, address, token = '', body, headers = {} } = request;
  const { host, pathname, search } = new URL(address);
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...{ host, authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...{ 'content-length': String(Buffer.byteLength(text)), connection: 'close' },
  }).map(([name, value]) => `${name}: ${String(value)}`);
  const head = [`${method} ${pathname}${search} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  const answer = await exchange(address, head + text.slice(0, 1), {
    more: async (send) => {
      await meanwhile();
      send(text.slice(1));
    },
  });
  const [, code] = /"code":"([\w.]+)"/.exec(answer) ?? [];
  return code === undefined ? statusOf(answer) : `${statusOf(answer)} ${code}`;
}

interface Exchange {
  /** Sends more bytes. */
  readonly more?: (send: (text: string) => void) => Promise<void>;
  readonly withinMs?: number;
}

/** Sends bytes to a server, and returns everything that it answers before the connection closes or time is over. */
export function exchange(
  address: string,
  bytes: string,
  { more = () => Promise.resolve(), withinMs = 30_000 }: Exchange = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    const timer = setTimeout(() => socket.destroy(), withinMs);
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(answer);
    });
    socket.write(bytes, 'latin1');
    more((text) => void socket.write(text)).catch(reject);
  });
}

/** The status line of an answer: `HTTP/1.1 400 Bad Request`. */
export function statusOf(answer: string): string {
  return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'closed';
}

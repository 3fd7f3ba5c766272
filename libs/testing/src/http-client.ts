/** An HTTP client for tests. It can also send malformed requests that other clients refuse to send. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { eventually } from './eventually.js';
import { recordExample } from './recorded-examples.js';

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: Record<string, unknown>;
  readonly durationMs: number;
}
export interface HttpRequestOptions {
  readonly method?: string;
  /** A header whose value is an array is sent once per element. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
  readonly json?: unknown;
  /** The head and the first byte of the body are sent at once, the others when this promise is resolved. */
  readonly heldUntil?: Promise<unknown>;
}

export type HttpClient = (path: string, sent?: HttpRequestOptions) => Promise<HttpResponse>;

/** A client for one server. It sends `headers` with every request. */
export function httpClient(port: number, defaultHeaders: Readonly<Record<string, string>> = {}): HttpClient {
  return (path, { method, headers = {}, body, json, heldUntil } = {}) => {
    const payload = json === undefined ? body : JSON.stringify(json);
    const all = {
      ...defaultHeaders,
      ...(payload !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(payload)),
      }),
      ...headers,
    };
    const verb = method ?? (payload === undefined ? 'GET' : 'POST');
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        {
          host: '127.0.0.1',
          port,
          path,
          method: verb,
          headers: all as Record<string, string | string[]>,
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            const parsed: unknown =
              /[/+]json/.test(response.headers['content-type'] ?? '') && text !== '' ? JSON.parse(text) : {};
            const status = response.statusCode ?? 0;
            const received = response.headers['content-type']?.includes('/json') ? { received: parsed } : {};
            recordExample({ method: verb, origin: `http://127.0.0.1:${port}`, path, sent: json, status, ...received });
            resolve({
              status,
              headers: response.headers,
              text,
              json: parsed as Record<string, unknown>,
              durationMs: performance.now() - startedAt,
            });
          });
        },
      );
      request.on('error', reject);
      if (heldUntil === undefined) return void request.end(payload);
      const bytes = Buffer.from(payload ?? '');
      request.write(bytes.subarray(0, 1));
      void heldUntil.then(() => request.end(bytes.subarray(1)));
    });
  };
}

/** Sends a request again while the answer is 503, as clients do: on a busy machine a service may be overloaded. */
export async function answered(send: () => Promise<HttpResponse>): Promise<HttpResponse> {
  return await eventually(async () => {
    const response = await send();
    return response.status === 503 ? null : response;
  });
}

/** Status and problem code of a response, such as `404 case.not_found`. */
export function statusAndCode({ status, json }: HttpResponse): string {
  return `${status} ${String(json['code'])}`;
}

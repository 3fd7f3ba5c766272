/**
 * Sends requests to the plugin-facing API with a deadline, bounded retries, `Retry-After` and typed errors. Uses
 * global fetch.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { KushkError, KushkUnreachable } from './errors.js';

export interface ClientOptions {
  /** The `api_base` from the `installed` call. */
  readonly apiBase: string;
  /** The installation token, `ki_…`. */
  readonly token: string;
  /** A person's handle, `kh_…`. When it is set, the API returns exactly what that person may see. */
  readonly handle?: string;
  /** Timeout of one attempt in milliseconds; 15,000 by default. */
  readonly timeoutMs?: number;
  /** Maximum number of attempts when the service is busy (429, 503) or cannot be reached; 4 by default. */
  readonly maxAttempts?: number;
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below `apiBase`, for example `/proposals`. */
  readonly path: string;
  /** Query parameters. Undefined values are omitted. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** The request body, sent as JSON. */
  readonly body?: unknown;
  /** The revision for the `If-Match` header. */
  readonly ifMatch?: number | undefined;
  /** The idempotency key of a write; random by default. */
  readonly idempotencyKey?: string | undefined;
  /** Timeout of one attempt in milliseconds; the client's `timeoutMs` by default. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Waits for the delay before the next attempt. Tests replace it. */
export type Pause = (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;

const DEFAULT_TIMEOUT_MS = 15_000;
const DEFAULT_MAX_ATTEMPTS = 4;
const FIRST_BACKOFF_MS = 250;
/**
 * The longest `Retry-After` that the client waits for. When the service requests more, the request fails at once and
 * the caller decides when to retry.
 */
const MAX_RETRY_AFTER_MS = 30_000;

/**
 * Sends a request and returns the parsed JSON, or undefined for an empty response. Every write has an
 * `Idempotency-Key` that is the same in all attempts, so that a retry never repeats the effect. Throws `KushkError`
 * for an error response, `KushkUnreachable` when there is no response, and the abort reason when `signal` aborts.
 */
export async function callApi<Reply>(
  options: ClientOptions,
  request: ApiRequest,
  pauseFor: Pause = pauseOrAbort,
): Promise<Reply> {
  const url = urlOf(options.apiBase, request);
  const headers = headersOf(options, request);
  const timeoutMs = request.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const maxAttempts = options.maxAttempts ?? DEFAULT_MAX_ATTEMPTS;
  for (let attempt = 1; ; attempt += 1) {
    const result = await attemptRequest<Reply>(request, { url, headers, timeoutMs, attempt });
    if (result.failure === null) return result.reply;
    if (result.retryInMs === null || attempt >= maxAttempts) throw result.failure;
    await pauseFor(result.retryInMs, request.signal);
  }
}

const pauseOrAbort: Pause = (ms, signal) => pause(ms, undefined, signal === undefined ? {} : { signal });

type AttemptResult<Reply> =
  | { readonly failure: null; readonly reply: Reply }
  /** `retryInMs` is null when another attempt would return the same. */
  | { readonly failure: Error; readonly retryInMs: number | null };

interface Attempt {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly timeoutMs: number;
  /** The number of the attempt, starting at 1. */
  readonly attempt: number;
}

async function attemptRequest<Reply>(
  request: ApiRequest,
  { url, headers, timeoutMs, attempt }: Attempt,
): Promise<AttemptResult<Reply>> {
  const deadline = AbortSignal.timeout(timeoutMs);
  const backoffMs = FIRST_BACKOFF_MS * 2 ** (attempt - 1) * (0.8 + Math.random() * 0.4);
  try {
    const response = await fetch(url, {
      method: request.method,
      headers,
      // Following a redirect could send the token to another host.
      redirect: 'error',
      signal: request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal]),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    const text = await response.text();
    if (response.ok) return { failure: null, reply: (text === '' ? undefined : JSON.parse(text)) as Reply };
    const isBusy = response.status === 429 || response.status === 503;
    const retryInMs = isBusy ? retryAfterMs(response.headers.get('retry-after'), backoffMs) : null;
    return { failure: errorOf(response, text), retryInMs };
  } catch (error) {
    request.signal?.throwIfAborted();
    const message = `${request.method} ${request.path}: ${reasonOf(error)}`;
    return { failure: new KushkUnreachable(message, { cause: error }), retryInMs: backoffMs };
  }
}

/** fetch puts the reason of a failed connection into the `cause` of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function urlOf(apiBase: string, request: ApiRequest): string {
  const url = new URL(apiBase.replace(/\/+$/, '') + request.path);
  for (const [name, value] of Object.entries(request.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url.href;
}

function headersOf(options: ClientOptions, request: ApiRequest): Record<string, string> {
  return {
    accept: 'application/json',
    authorization: `Bearer ${options.token}`,
    ...(options.handle === undefined ? {} : { 'service-handle': options.handle }),
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(request.ifMatch === undefined ? {} : { 'if-match': `"${request.ifMatch}"` }),
    ...(request.method === 'GET' ? {} : { 'idempotency-key': request.idempotencyKey ?? randomUUID() }),
  };
}

/** Parses a problem+json response. A response in any other format is described by its status. */
function errorOf(response: Response, text: string): KushkError {
  const problem = parseProblem(text);
  const { status } = response;
  const code = typeof problem['code'] === 'string' ? problem['code'] : `http.${status}`;
  const detail = [problem['detail'], problem['title']].find((part) => typeof part === 'string' && part !== '');
  const params = typeof problem['params'] === 'object' && problem['params'] !== null ? problem['params'] : {};
  const requestId =
    typeof problem['request_id'] === 'string' ? problem['request_id'] : response.headers.get('x-request-id');
  const message = typeof detail === 'string' ? `${code}: ${detail}` : code;
  return new KushkError(message, { status, code, params: params as Record<string, unknown>, requestId });
}

function parseProblem(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/**
 * The delay in milliseconds that a `Retry-After` header requests, in seconds or as a date (RFC 9110 §10.2.3). Returns
 * the backoff when the header is absent or malformed, and null when the delay exceeds the limit.
 */
function retryAfterMs(header: string | null, backoffMs: number): number | null {
  if (header === null) return backoffMs;
  const delayMs = /^\d{1,9}$/.test(header)
    ? Number(header) * 1000
    : /^[A-Z][a-z]{2}, /.test(header)
      ? Date.parse(header) - Date.now()
      : Number.NaN;
  if (Number.isNaN(delayMs) || delayMs <= 0) return backoffMs;
  return delayMs > MAX_RETRY_AFTER_MS ? null : delayMs;
}

/**
 * Sends requests to the plugin-facing API with a deadline, bounded retries, `Retry-After` and typed errors. Uses
 * global fetch.
 */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallOptions } from './call-options.js';
import { errorMessage } from './error-message.js';
import { KushkError, KushkUnreachable } from './errors.js';
import { isInTool } from './tool-scope.js';

export interface ClientOptions {
  /** The `api_base` from the `installed` call. */
  readonly apiBase: string;
  /** The installation token, `ki_…`. */
  readonly token: string;
  /** A person's handle, `kh_…`. When it is set, the API returns exactly what that person may see. */
  readonly handle?: string;
  /** Whether every write is rejected before it is sent, as it is inside a tool anyway: `auth.handle_read_only`. */
  readonly readOnly?: boolean;
  /** Timeout of one attempt in milliseconds; 15,000 by default. */
  readonly timeoutMs?: number;
  /** Maximum number of attempts when the service is busy (429, 503) or cannot be reached; 4 by default. */
  readonly maxAttempts?: number;
}

export interface ApiRequest extends CallOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below `apiBase`, for example `/proposals`. */
  readonly path: string;
  /** Query parameters. Undefined values are omitted. */
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  /** The request body, sent as JSON. */
  readonly body?: unknown;
  /** The revision for the `If-Match` header. */
  readonly ifMatch?: number | undefined;
  /** The idempotency key of a write; random by default. */
  readonly idempotencyKey?: string | undefined;
  /** Whether the request only reads although it is no GET, so that it needs no idempotency key. */
  readonly isReadOnly?: boolean;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface ReplyReading<Reply> {
  /** For a protocol that reports failures in successful responses: returns the failure of a response, or null. */
  readonly failureOf?: (reply: Reply) => KushkError | null;
  /** Called when the response is the stored one of an earlier request with the same idempotency key. */
  readonly onReplayed?: () => void;
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
  request: ApiRequest & ReplyReading<Reply>,
  pauseFor: Pause = pauseOrAbort,
): Promise<Reply> {
  if ((options.readOnly === true || isInTool()) && isWrite(request)) throw readOnlyError(request);
  const url = urlOf(options.apiBase, request);
  // One key for all attempts: the service answers a repeat without a second effect.
  const headers = headersOf(options, { ...request, idempotencyKey: sentKey(request.idempotencyKey ?? randomUUID()) });
  const timeoutMs = request.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const maxAttempts = options.maxAttempts ?? DEFAULT_MAX_ATTEMPTS;
  request.signal?.throwIfAborted();
  for (let attempt = 1; ; attempt += 1) {
    const result = await attemptRequest<Reply>(request, { url, headers, timeoutMs, attempt });
    if (result.failure === null) return result.reply;
    if (result.retryInMs === null || attempt >= maxAttempts) throw result.failure;
    await pauseFor(result.retryInMs, request.signal);
  }
}

/**
 * The key as the service accepts it: one of other characters, or longer, is replaced by its SHA-256 in hexadecimal, so
 * that a key may be made of any id.
 */
function sentKey(key: string): string {
  return /^[A-Za-z0-9._:-]{1,128}$/.test(key) ? key : createHash('sha256').update(key).digest('hex');
}

function readOnlyError({ method, path }: ApiRequest): KushkError {
  return new KushkError(
    `${method} ${path}: a tool changes nothing and is not paid for. Write and charge when an event arrives or for your page`,
    { status: 403, code: 'auth.handle_read_only', params: {}, requestId: null },
  );
}

const pauseOrAbort: Pause = async (ms, signal) => {
  await pause(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  // The timer rejects with an AbortError of its own. The caller expects the reason of its signal.
  signal?.throwIfAborted();
};

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
  request: ApiRequest & ReplyReading<Reply>,
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
    const result = response.ok ? resultOf(request, response, text) : { failure: errorOf(response, text) };
    if (result.failure === null) return result;
    const { failure } = result;
    return { failure, retryInMs: isBusy(failure.status) ? retryDelayMs(failure.retryAfterMs, backoffMs) : null };
  } catch (error) {
    request.signal?.throwIfAborted();
    const message = `${request.method} ${request.path}: ${reasonOf(error)}`;
    return { failure: new KushkUnreachable(message, { cause: error }), retryInMs: backoffMs };
  }
}

function resultOf<Reply>(
  { failureOf, onReplayed }: ReplyReading<Reply>,
  response: Response,
  text: string,
): { readonly failure: null; readonly reply: Reply } | { readonly failure: KushkError } {
  const isEventStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const json = isEventStream ? lastEventOf(text) : text;
  const reply = (json === '' ? undefined : JSON.parse(json)) as Reply;
  const failure = failureOf?.(reply) ?? null;
  if (response.headers.get('idempotency-replayed') === 'true') onReplayed?.();
  return failure === null ? { failure, reply } : { failure };
}

/** The data of the last server-sent event: an MCP server may send notifications before the response. */
function lastEventOf(stream: string): string {
  const events = stream.split(/\r?\n\r?\n/).map((event) =>
    event
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice('data:'.length).trimStart())
      .join('\n'),
  );
  return events.findLast((data) => data !== '') ?? '';
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

function isWrite({ method, isReadOnly = false }: ApiRequest): boolean {
  return method !== 'GET' && !isReadOnly;
}

function headersOf(
  options: ClientOptions,
  request: ApiRequest & { readonly idempotencyKey: string },
): Record<string, string> {
  return {
    accept: 'application/json',
    authorization: `Bearer ${options.token}`,
    ...(options.handle === undefined ? {} : { 'service-handle': options.handle }),
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(request.ifMatch === undefined ? {} : { 'if-match': `"${request.ifMatch}"` }),
    ...(isWrite(request) ? { 'idempotency-key': request.idempotencyKey } : {}),
    ...request.headers,
  };
}

/** Parses a problem+json response. A response in any other format is described by its status. */
function errorOf(response: Response, text: string): KushkError {
  const problem = parseProblem(text);
  const { status } = response;
  const code = typeof problem['code'] === 'string' ? problem['code'] : `http.${status}`;
  const detail = [problem['detail'], problem['title']].find((part) => typeof part === 'string' && part !== '');
  const params = (
    typeof problem['params'] === 'object' && problem['params'] !== null ? problem['params'] : {}
  ) as Readonly<Record<string, unknown>>;
  const requestId =
    typeof problem['request_id'] === 'string' ? problem['request_id'] : response.headers.get('x-request-id');
  return new KushkError(errorMessage(code, typeof detail === 'string' ? detail : null, params), {
    status,
    code,
    params,
    requestId,
    retryAfterMs: requestedDelayMs(response.headers.get('retry-after')),
  });
}

function parseProblem(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function isBusy(status: number): boolean {
  return status === 429 || status === 503;
}

/**
 * The delay in milliseconds that a `Retry-After` header requests, in seconds or as a date (RFC 9110 §10.2.3). Null when
 * the header is absent, malformed or in the past.
 */
function requestedDelayMs(header: string | null): number | null {
  if (header === null) return null;
  const delayMs = /^\d{1,9}$/.test(header)
    ? Number(header) * 1000
    : /^[A-Z][a-z]{2}, /.test(header)
      ? Date.parse(header) - Date.now()
      : Number.NaN;
  return delayMs > 0 ? delayMs : null;
}

/**
 * The delay before the next attempt: the backoff, or the requested delay with up to a fifth more, so that clients that
 * were refused together do not return together. Null when the requested delay exceeds the limit.
 */
function retryDelayMs(requestedMs: number | null, backoffMs: number): number | null {
  if (requestedMs === null) return backoffMs;
  return requestedMs > MAX_RETRY_AFTER_MS ? null : requestedMs * (1 + Math.random() * 0.2);
}

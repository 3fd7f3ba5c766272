/** One call of the plugin-facing API: deadline, bounded retries, `Retry-After`, typed errors. Global fetch only. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { KushkError, KushkUnreachable } from './errors.js';

export interface ClientOptions {
  /** `{api_base}` as `installed` brought it. */
  readonly apiBase: string;
  /** The installation token, `ki_…`. */
  readonly token: string;
  /** A person's handle, `kh_…`: then the calls see exactly what that person sees. */
  readonly handle?: string;
  /** Deadline of one attempt, 15 s by default. */
  readonly timeoutMs?: number;
  /** How often a call is tried when the service is busy (429, 503) or cannot be reached; 4 by default. */
  readonly maxAttempts?: number;
}
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly ifMatch?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
}

const TIMEOUT_MS = 15_000;
const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 250;
/** A service that asks for a longer pause than this is for the caller to deal with. */
const LONGEST_PAUSE_MS = 30_000;

/**
 * Makes the call and gives back the parsed JSON, undefined for 204. Every write carries an `Idempotency-Key`, the
 * same in every attempt, so that trying again cannot do a thing twice.
 * Throws `KushkError` for an answer of the service, `KushkUnreachable` when there was none.
 */
export async function callApi<Reply>(options: ClientOptions, request: ApiRequest): Promise<Reply> {
  const url = urlOf(options.apiBase, request);
  const headers = headersOf(options, request);
  const attempts = options.maxAttempts ?? MAX_ATTEMPTS;
  for (let attempt = 1; ; attempt += 1) {
    const { failure, pauseMs, reply } = await tryOnce<Reply>(url, headers, options, request, attempt);
    if (failure === null) return reply as Reply;
    if (pauseMs === null || attempt >= attempts) throw failure;
    await pause(pauseMs, undefined, request.signal === undefined ? {} : { signal: request.signal });
  }
}

interface Attempt<Reply> {
  readonly failure: Error | null;
  /** How long to wait before the next attempt; null: another attempt would not help. */
  readonly pauseMs: number | null;
  readonly reply?: Reply;
}

async function tryOnce<Reply>(
  url: string,
  headers: Record<string, string>,
  options: ClientOptions,
  request: ApiRequest,
  attempt: number,
): Promise<Attempt<Reply>> {
  const deadline = AbortSignal.timeout(request.timeoutMs ?? options.timeoutMs ?? TIMEOUT_MS);
  const backoffMs = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.8 + Math.random() * 0.4);
  try {
    const response = await fetch(url, {
      method: request.method,
      headers,
      // A redirect would carry the token to another place.
      redirect: 'error',
      signal: request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal]),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    const text = await response.text();
    if (response.ok)
      return { failure: null, pauseMs: null, reply: (text === '' ? undefined : JSON.parse(text)) as Reply };
    const failure = errorOf(response, text);
    const busy = response.status === 429 || response.status === 503;
    return { failure, pauseMs: busy ? pauseAskedFor(response.headers.get('retry-after'), backoffMs) : null };
  } catch (error) {
    request.signal?.throwIfAborted();
    const reason =
      error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error);
    return {
      failure: new KushkUnreachable(`${request.method} ${request.path}: ${reason}`, { cause: error }),
      pauseMs: backoffMs,
    };
  }
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

function errorOf(response: Response, text: string): KushkError {
  let problem: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) problem = parsed as Record<string, unknown>;
  } catch {
    // Something between the service and here answered in its own words; the status says enough.
  }
  const code = typeof problem['code'] === 'string' ? problem['code'] : `http.${response.status}`;
  const detail = [problem['detail'], problem['title']].find((part) => typeof part === 'string' && part !== '');
  const params =
    typeof problem['params'] === 'object' && problem['params'] !== null
      ? (problem['params'] as Record<string, unknown>)
      : {};
  const requestId =
    typeof problem['request_id'] === 'string' ? problem['request_id'] : response.headers.get('x-request-id');
  return new KushkError(
    response.status,
    code,
    params,
    typeof detail === 'string' ? `${code}: ${detail}` : code,
    requestId,
  );
}

/** `Retry-After` in seconds or as a date (RFC 9110 §10.2.3); what is neither is ignored. Null: longer than we wait. */
function pauseAskedFor(header: string | null, backoffMs: number): number | null {
  if (header === null) return backoffMs;
  const askedMs = /^\d{1,9}$/.test(header)
    ? Number(header) * 1000
    : /^[A-Z][a-z]{2}, /.test(header)
      ? Date.parse(header) - Date.now()
      : Number.NaN;
  if (Number.isNaN(askedMs) || askedMs <= 0) return backoffMs;
  return askedMs > LONGEST_PAUSE_MS ? null : askedMs;
}

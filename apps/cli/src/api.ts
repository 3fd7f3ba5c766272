/** Sends requests to the hub or to an instance. Error responses become a `Failure` (docs/reference/wire-formats.md). */
import type { Connection } from './connection.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { Failure, usageFailure } from './failure.js';
import { phrase, textOf } from './phrase.js';
import type { Language } from './terminal.js';

const TIMEOUT_MS = 30_000;
const MAX_REPLY_CHARACTERS = 32 * 1_048_576;
const NOT_MODIFIED = 304;

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly language: Language;
  /** The `ETag` of the reply that the caller already has. */
  readonly knownTag?: string | null;
  /** The `ETag` that the resource must still have (`If-Match`). */
  readonly onlyIfTag?: string;
  readonly timeoutMs?: number;
  /** Ends the request, in place of `timeoutMs`. */
  readonly signal?: AbortSignal;
  /** Fields that every valid reply contains. A reply without them comes from another program at that address. */
  readonly expectedFields?: readonly string[];
}
/** Where a request goes. Only an exchange has no credential. */
type Target = Omit<Connection, 'credential'> & { readonly credential: string | null };
/** `reply` is null if the resource has not changed. */
export interface ConditionalReply<Reply> {
  readonly reply: Reply | null;
  readonly tag: string | null;
}

/**
 * Sends a request and returns the JSON of the reply, or null for an empty one. Throws a `Failure` for any status
 * other than 2xx.
 */
export async function send<Reply>(connection: Target, request: ApiRequest): Promise<Reply> {
  return await replyOf(await responseTo(connection, request), request);
}

/** Sends a request for CSV and returns the body piece by piece, because it may be large. */
export async function* sendForCsv(connection: Connection, request: ApiRequest): AsyncGenerator<string> {
  const response = await responseTo(connection, request);
  const isCsv = response.headers.get('content-type')?.startsWith('text/csv') === true;
  if (!response.ok || !isCsv || response.body === null) {
    await replyOf(response, { ...request, expectedFields: [] });
    throw unreadableReply(response.status, response.headers.get('x-request-id') ?? undefined);
  }
  const decoder = new TextDecoder();
  for await (const chunk of response.body) yield decoder.decode(chunk, { stream: true });
}

/** Sends a request with the `ETag` of the last reply, and returns the resource only if it has changed. */
export async function sendConditionally<Reply>(
  connection: Connection,
  request: ApiRequest,
): Promise<ConditionalReply<Reply>> {
  const response = await responseTo(connection, request);
  const tag = response.headers.get('etag');
  return response.status === NOT_MODIFIED
    ? { reply: null, tag }
    : { reply: await replyOf<Reply>(response, request), tag };
}

async function replyOf<Reply>(response: Response, { expectedFields = [] }: ApiRequest): Promise<Reply> {
  const text = await response.text().catch(() => null);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  if (text === null || text.length > MAX_REPLY_CHARACTERS) throw unreadableReply(response.status, requestId);
  const content = text === '' ? null : parse(text);
  const hasFields = expectedFields.every((name) => Object.hasOwn(Object(content) as object, name));
  if (response.ok && content !== undefined && hasFields) return content as Reply;
  throw failureOf(response, content, requestId);
}

/** Opens a response that does not end, such as server-sent events, and returns its body. */
export async function openStream(
  connection: Connection,
  { signal, ...request }: Pick<ApiRequest, 'path' | 'language'> & { readonly signal: AbortSignal },
): Promise<AsyncIterable<Uint8Array>> {
  const response = await responseTo(connection, { ...request, method: 'GET', signal });
  if (response.ok && response.body !== null) return response.body;
  await replyOf(response, { ...request, method: 'GET' });
  throw unreadableReply(response.status, undefined);
}

/** Builds a path and percent-encodes each `segment`, because ids come from the command line. */
export function pathOf(strings: TemplateStringsArray, ...segments: readonly string[]): string {
  return strings.reduce((path, part, index) => {
    const segment = segments[index - 1] ?? '';
    // `fetch` resolves dot segments before it sends the request, which would change the path.
    if (segment === '.' || segment === '..' || segment === '')
      throw usageFailure(phrase`not an id: ${JSON.stringify(segment)}`);
    return `${path}${encodeURIComponent(segment)}${part}`;
  });
}

async function responseTo(
  { origin, credential, organisation }: Target,
  { method, path, body, language, knownTag, onlyIfTag, signal, timeoutMs = TIMEOUT_MS }: ApiRequest,
): Promise<Response> {
  try {
    return await fetch(`${origin}${path}`, {
      method,
      // Following a redirect could send the credential to another host.
      redirect: 'manual',
      signal: signal ?? AbortSignal.timeout(timeoutMs),
      headers: {
        ...(credential === null ? {} : { authorization: `Bearer ${credential}` }),
        accept: 'application/json, application/problem+json',
        'accept-language': language,
        'user-agent': 'kushk-cli',
        ...(organisation === undefined ? {} : { 'service-organisation': organisation }),
        ...(knownTag === undefined || knownTag === null ? {} : { 'if-none-match': knownTag }),
        ...(onlyIfTag === undefined ? {} : { 'if-match': onlyIfTag }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    const reason = reasonOf(error, timeoutMs, language);
    throw new Failure(phrase`cannot reach ${origin}: ${reason}`, {
      code: 'cli.unreachable',
      exitCode: EXIT.unreachable,
    });
  }
}

function failureOf(response: Response, content: unknown, requestId: string | undefined): Failure {
  const problem = typeof content === 'object' && content !== null ? (content as Readonly<Record<string, unknown>>) : {};
  const { code, title, detail, params } = problem;
  if (typeof code !== 'string') return unreadableReply(response.status, requestId);
  const message =
    [...new Set([title, detail])].filter((text) => typeof text === 'string' && text !== '').join(': ') || code;
  const id = typeof problem['request_id'] === 'string' ? problem['request_id'] : requestId;
  const retryAfter = response.headers.get('retry-after');
  return new Failure(message, {
    code,
    status: response.status,
    exitCode: exitCodeOf(response.status, code),
    params: {
      ...(typeof params === 'object' && params !== null ? params : {}),
      ...(retryAfter === null ? {} : { retry_after_seconds: retryAfter }),
    },
    ...(id === undefined ? {} : { requestId: id }),
  });
}

function exitCodeOf(status: number, code: string): ExitCode {
  if (status === 401 || code.startsWith('auth.')) return EXIT.credential;
  // The service answered: it is the plugin that failed.
  if (code.startsWith('tool.') && code !== 'tool.busy') return EXIT.refused;
  return status === 429 || status >= 500 ? EXIT.unreachable : EXIT.refused;
}

function unreadableReply(status: number, requestId: string | undefined): Failure {
  return new Failure(phrase`unexpected reply (HTTP ${status}): check that the address is right`, {
    code: 'cli.answer_unreadable',
    status,
    exitCode: EXIT.unreachable,
    ...(requestId === undefined ? {} : { requestId }),
  });
}

/** Returns undefined for text that is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Errors from `fetch` always have the message "fetch failed"; the `cause` contains the reason. */
function reasonOf(error: unknown, timeoutMs: number, language: Language): string {
  if (!(error instanceof Error)) return 'unknown error';
  if (error.name === 'TimeoutError') return textOf(phrase`no reply within ${timeoutMs / 1_000} s`, language);
  const { cause } = error;
  return cause instanceof Error
    ? cause.message || ((cause as NodeJS.ErrnoException).code ?? cause.name)
    : error.message;
}

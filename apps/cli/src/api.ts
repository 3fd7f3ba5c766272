/** Asking the service over HTTP, and understanding its problems (contract §3). */
import type { Connection } from './connection.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { Failure, usageFailure } from './failure.js';
import type { Language } from './terminal.js';

const TIMEOUT_MS = 30_000;
const MAX_ANSWER_CHARACTERS = 32 * 1_048_576;

export interface Question {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly language: Language;
  /** `ETag` of the answer that is known already. */
  readonly known?: string | null;
  readonly timeoutMs?: number;
  /** Members of the answer by which it is known to be one of the service, and not of something else at that address. */
  readonly holding?: readonly string[];
}
/** `reply` is null where the answer is the one that was known. */
export interface Tagged<Reply> {
  readonly reply: Reply | null;
  readonly tag: string | null;
}

const NOT_MODIFIED = 304;

/** Asks and gives the answer's JSON, null where it has none. Throws a `Failure` for every answer but 2xx. */
export async function ask<Reply>(connection: Connection, question: Question): Promise<Reply> {
  return await read(await send(connection, question), question);
}

/** Asks for what may have changed since it was tagged. */
export async function askAgain<Reply>(connection: Connection, question: Question): Promise<Tagged<Reply>> {
  const response = await send(connection, question);
  const tag = response.headers.get('etag');
  return response.status === NOT_MODIFIED
    ? { reply: null, tag }
    : { reply: await read<Reply>(response, question), tag };
}

async function read<Reply>(response: Response, { holding = [] }: Question): Promise<Reply> {
  const text = await response.text().catch(() => null);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  if (text === null || text.length > MAX_ANSWER_CHARACTERS) throw unreadable(response.status, requestId);
  const content = text === '' ? null : parse(text);
  if (response.ok && content !== undefined && holding.every((name) => Object.hasOwn(Object(content) as object, name)))
    return content as Reply;
  throw refusal(response, content, requestId);
}

/** A path with each `segment` percent-encoded: ids come from the command line. */
export function pathOf(strings: TemplateStringsArray, ...segments: readonly string[]): string {
  return strings.reduce((path, part, index) => {
    const segment = segments[index - 1] ?? '';
    // The address would be another one: these two are resolved away before it is sent.
    if (segment === '.' || segment === '..' || segment === '')
      throw usageFailure(`not an id: ${JSON.stringify(segment)}`);
    return `${path}${encodeURIComponent(segment)}${part}`;
  });
}

async function send(
  { origin, credential, organisation }: Connection,
  { method, path, body, language, known, timeoutMs = TIMEOUT_MS }: Question,
): Promise<Response> {
  try {
    return await fetch(`${origin}${path}`, {
      method,
      // A redirect could carry the credential to somewhere else.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        authorization: `Bearer ${credential}`,
        accept: 'application/json, application/problem+json',
        'accept-language': language,
        'user-agent': 'kushk-cli',
        ...(organisation === undefined ? {} : { 'service-organisation': organisation }),
        ...(known === undefined || known === null ? {} : { 'if-none-match': known }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw new Failure(`${origin} cannot be reached: ${reasonOf(error, timeoutMs)}`, {
      code: 'cli.unreachable',
      exitCode: EXIT.unreachable,
    });
  }
}

function refusal(response: Response, content: unknown, requestId: string | undefined): Failure {
  const problem = typeof content === 'object' && content !== null ? (content as Readonly<Record<string, unknown>>) : {};
  const { code, title, detail, params } = problem;
  if (typeof code !== 'string') return unreadable(response.status, requestId);
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
  return status === 429 || status >= 500 ? EXIT.unreachable : EXIT.refused;
}

function unreadable(status: number, requestId: string | undefined): Failure {
  return new Failure(`the answer (HTTP ${status}) is not one of this service: is the address right?`, {
    code: 'cli.answer_unreadable',
    status,
    exitCode: EXIT.unreachable,
    ...(requestId === undefined ? {} : { requestId }),
  });
}

/** Undefined where the text is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** `fetch` says only "fetch failed"; why stands in the cause. */
function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1_000} s`;
  const { cause } = error;
  return cause instanceof Error
    ? cause.message || ((cause as NodeJS.ErrnoException).code ?? cause.name)
    : error.message;
}

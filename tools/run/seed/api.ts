/** A client of the system's public HTTP APIs. */

export interface Api {
  get<Reply>(path: string): Promise<Reply>;
  /** With an idempotency key, a repeated request has no second effect. */
  post<Reply>(path: string, body?: unknown, idempotencyKey?: string): Promise<Reply>;
  patch<Reply>(path: string, body: unknown): Promise<Reply>;
  put<Reply>(path: string, body: unknown): Promise<Reply>;
}

/** An unsuccessful response. `code` is the error code in its problem document. */
export class HttpProblem extends Error {
  readonly status: number;
  readonly code: string;

  constructor(request: string, status: number, { code, detail }: { readonly code: string; readonly detail: string }) {
    super(`${request} failed with ${status} ${code}${detail ? `: ${detail}` : ''}`);
    this.name = 'HttpProblem';
    this.status = status;
    this.code = code;
  }
}

export const requestTimeoutMs = 15_000;

interface Request {
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
}

/** Returns a client with a bearer token for the API below `base`. */
export function apiClient(base: string, token: string): Api {
  async function send<Reply>(method: string, path: string, { body, idempotencyKey }: Request = {}): Promise<Reply> {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const text = await response.text();
    if (response.ok) return (text ? JSON.parse(text) : undefined) as Reply;
    throw problemFrom(`${method} ${path}`, response.status, text);
  }
  return {
    get: (path) => send('GET', path),
    post: (path, body = {}, idempotencyKey) => send('POST', path, { body, idempotencyKey }),
    patch: (path, body) => send('PATCH', path, { body }),
    put: (path, body) => send('PUT', path, { body }),
  };
}

function problemFrom(request: string, status: number, text: string): HttpProblem {
  try {
    const problem = JSON.parse(text) as { code?: string; detail?: string; params?: unknown };
    const { code = '', detail = '', params = {} } = problem;
    return new HttpProblem(request, status, { code, detail: `${detail} ${JSON.stringify(params)}`.trim() });
  } catch {
    return new HttpProblem(request, status, { code: '', detail: text.slice(0, 200) });
  }
}

/**
 * Returns the response, or null when the request fails with one of these error codes or statuses, for example because
 * a resource is absent or already exists.
 */
export async function nullOn<Reply>(
  response: Promise<Reply>,
  ...codes: readonly (string | number)[]
): Promise<Reply | null> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof HttpProblem && (codes.includes(error.code) || codes.includes(error.status))) return null;
    throw error;
  }
}

/** Repeats `query` until it returns a value other than null. After `timeoutMs`, throws an error that names `what`. */
export async function pollUntil<Reply>(
  what: string,
  timeoutMs: number,
  query: () => Promise<Reply | null>,
): Promise<Reply> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const reply = await query();
    if (reply !== null) return reply;
    if (Date.now() > deadline) throw new Error(`${what} is missing after ${timeoutMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const availableWithinMs = 30_000;

/**
 * Repeats an idempotent request while a service is temporarily unavailable (503). Other failures reject at once, and
 * so does a 503 after 30 s.
 */
export function whenAvailable<Reply>(request: () => Promise<Reply>): Promise<Reply> {
  const deadline = Date.now() + availableWithinMs;
  return request().catch(async function retry(error: unknown): Promise<Reply> {
    if (!(error instanceof HttpProblem) || error.status !== 503 || Date.now() > deadline) throw error;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return request().catch(retry);
  });
}

/** Asks the system's public HTTP APIs, as any client does. */

export interface Api {
  get<Reply>(path: string): Promise<Reply>;
  post<Reply>(path: string, body?: unknown): Promise<Reply>;
}

/** An answer that is no success; `code` is the problem's (contract §3). */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(request: string, status: number, code: string, detail: string) {
    super(`${request} answered ${status} ${code}${detail ? `: ${detail}` : ''}`);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
  }
}

/** So long any answer may take. */
export const answerWithinMs = 15_000;

/** The API below `base` with one bearer credential. */
export function apiOf(base: string, token: string): Api {
  async function ask<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const text = await response.text();
    if (response.ok) return (text ? JSON.parse(text) : undefined) as Reply;
    throw refusalFrom(`${method} ${path}`, response.status, text);
  }
  return { get: (path) => ask('GET', path), post: (path, body = {}) => ask('POST', path, body) };
}

function refusalFrom(request: string, status: number, text: string): Refusal {
  try {
    const problem = JSON.parse(text) as { code?: string; detail?: string; params?: unknown };
    return new Refusal(
      request,
      status,
      problem.code ?? '',
      `${problem.detail ?? ''} ${JSON.stringify(problem.params ?? {})}`.trim(),
    );
  } catch {
    return new Refusal(request, status, '', text.slice(0, 200));
  }
}

/** What is asked for, or null where the answer is one of `codes`: the thing is not there, or is there already. */
export async function unless<Reply>(
  asked: Promise<Reply>,
  ...codes: readonly (string | number)[]
): Promise<Reply | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refusal && (codes.includes(error.code) || codes.includes(error.status))) return null;
    throw error;
  }
}

/** Asks again until there is an answer that is not null. Throws with `what` when there is none within `withinMs`. */
export async function until<Reply>(what: string, withinMs: number, ask: () => Promise<Reply | null>): Promise<Reply> {
  const end = Date.now() + withinMs;
  for (;;) {
    const reply = await ask();
    if (reply !== null) return reply;
    if (Date.now() > end) throw new Error(`${what} did not happen within ${withinMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

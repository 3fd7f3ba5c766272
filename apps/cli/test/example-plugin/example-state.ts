/** What an example stores, what survives a restart of it, and its requests to the API, which end with its process. */
import { setTimeout as pause } from 'node:timers/promises';

export interface Known {
  readonly secrets: readonly string[];
  readonly token: string;
  readonly apiBase: string;
  /** The time of the newest accepted `installed`. */
  readonly issuedAt: number;
  readonly sequence: number;
}
export interface RestartKind {
  /** Whether the process gets no time to stop. */
  readonly isKilled?: boolean;
  /** Whether the next process gets an empty state folder. */
  readonly isFresh?: boolean;
}
export interface ApiAnswer {
  readonly status: number;
  readonly content: unknown;
  /** How long the API wants the next request to wait; 0 when it does not say. */
  readonly retryAfterMs?: number;
}
interface ApiRequest {
  readonly method?: string;
  readonly body?: object;
  /** The handle of a person; without one the request is of the installation. */
  readonly idempotencyKey?: string;
  readonly handle?: string;
  readonly timeoutMs?: number;
}

/** The deadline of a request where only a defect waits so long, also on a slow machine. */
export const CERTAIN_TIMEOUT_MS = 3_000;

export class ExampleState {
  known = new Map<string, Known>();
  handled = new Set<string>();
  cursors = new Map<string, string>();
}

/** One life of a process: what it has started ends with it. */
export class ExampleProcess {
  private readonly ending = new AbortController();

  end(): void {
    this.ending.abort();
  }

  get isEnded(): boolean {
    return this.ending.signal.aborted;
  }

  async wait(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.ending.signal });
  }

  /** Rejects when the API gives no complete answer in time, or when the process ends. */
  async request(
    { apiBase, token }: Pick<Known, 'apiBase' | 'token'>,
    path: string,
    { method = 'GET', body, handle, idempotencyKey, timeoutMs = CERTAIN_TIMEOUT_MS }: ApiRequest = {},
  ): Promise<ApiAnswer> {
    const response = await fetch(`${apiBase}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(handle !== undefined && { 'service-handle': handle }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([this.ending.signal, AbortSignal.timeout(timeoutMs)]),
    });
    const text = await response.text();
    const retryAfterMs = Number(response.headers.get('retry-after') ?? 0) * 1_000;
    return { status: response.status, content: text === '' ? null : JSON.parse(text), retryAfterMs };
  }

  /** All notes, page after page, or what the first page has. */
  async notes(
    known: Pick<Known, 'apiBase' | 'token'>,
    { isFirstOnly = false, ...options }: ApiRequest & { readonly isFirstOnly?: boolean } = {},
  ): Promise<ApiAnswer> {
    const items: unknown[] = [];
    for (let cursor: string | null = ''; ;) {
      const { status, content } = await this.request(known, `/records/note?cursor=${cursor}`, options);
      if (status !== 200) return { status, content };
      const page = content as { readonly items: readonly unknown[]; readonly next_cursor: string | null };
      items.push(...page.items);
      cursor = page.next_cursor;
      if (cursor === null || isFirstOnly) return { status, content: { items } };
    }
  }

  /** Pays for one event. Rejects when the API is down. */
  async charge(known: Known, idempotencyKey: string, reference?: string): Promise<void> {
    const body = { service: 'event', count: 1, reference };
    const { status } = await this.request(known, '/wallet/consume', { method: 'POST', body, idempotencyKey });
    if (status >= 500) throw new Error(`the API answered ${status}`);
  }

  /**
   * The effect of an event: a note about the newest revision of an outcome. Resolves with false for an older one, and
   * rejects when the API does not store it.
   */
  async storeOutcome(known: Known, event: ExampleEvent, overwritesNewer: boolean): Promise<boolean> {
    const { external_id: externalId, revision = 0, ...outcome } = event.data;
    const path = `/records/note/${String(externalId)}`;
    const stored = await this.request(known, path);
    if (stored.status >= 500) throw new Error(`the API answered ${stored.status}`);
    const { data } = (stored.status === 200 ? stored.content : {}) as { data?: { revision: number } };
    if (data !== undefined && data.revision > revision && !overwritesNewer) return false;
    const { status } = await this.request(known, path, { method: 'PUT', body: { data: { ...outcome, revision } } });
    if (status >= 300) throw new Error(`the API answered ${status}`);
    return true;
  }
}

export interface ExampleEvent {
  readonly id: string;
  readonly type: string;
  readonly installation_id: string;
  readonly sequence: number;
  readonly data: { readonly external_id?: string; readonly revision?: number };
}

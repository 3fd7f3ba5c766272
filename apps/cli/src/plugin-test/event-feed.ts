/** The events of one installation, for a plugin that polls: `GET {api_base}/events`. */
import type { ApiReply } from './memory-api.js';
import type { PluginEventBody } from './test-installation.js';

/** A request for events, and what the plugin got. */
export interface FeedRequest {
  readonly after: string;
  /** Null while the request waits for events. */
  status: number | null;
  events: readonly PluginEventBody[];
}

/** The answer that tells a plugin to wait; `untilMs` is null before a request got it. */
interface Refusal {
  readonly seconds: number;
  readonly untilMs: number | null;
}

const MAX_WAIT_MS = 25_000;
/** A timer of the plugin may end a little early. */
const EARLY_MS = 100;
const MAX_PAGE = 200;

export class EventFeed {
  /** In the order in which they arrived. */
  readonly requests: FeedRequest[] = [];
  private events: readonly PluginEventBody[] = [];
  /** Cursors are `g1.3`: after the third event. Those of an earlier generation have expired. */
  private generation = 1;
  private isEnded = false;
  private refusal: Refusal | null = null;
  private wakeUps = new Set<() => void>();

  add(...events: readonly PluginEventBody[]): void {
    this.events = [...this.events, ...events];
    this.wake();
  }

  /** The cursor after the last event. */
  get head(): string {
    return this.cursor(this.events.length);
  }

  /** Makes all cursors expire, as those of events that are not kept any more, and stores only the given events. */
  expire(...remaining: readonly PluginEventBody[]): void {
    this.generation += 1;
    this.events = remaining;
    this.wake();
  }

  /** The installation is removed: what waits gets 401 as well. */
  end(): void {
    this.isEnded = true;
    this.wake();
  }

  /** The next request gets 429, and each that comes before so many seconds have passed since. */
  refuse(seconds: number): void {
    this.refusal = { seconds, untilMs: null };
    this.wake();
  }

  /** Answers the requests that wait for events. */
  wake(): void {
    for (const wakeUp of this.wakeUps) wakeUp();
    this.wakeUps = new Set();
  }

  async page(query: URLSearchParams): Promise<ApiReply> {
    const after = query.get('after') ?? '';
    const request = this.note(after);
    const isAtHead = after === this.head || (after === '' && this.events.length === 0);
    const waitMs = Math.min(Number(query.get('wait') ?? 0) * 1_000 || 0, MAX_WAIT_MS);
    let refused = this.refusedNow();
    if (refused === null && isAtHead && waitMs > 0) {
      await this.change(waitMs);
      refused = this.refusedNow();
    }
    if (refused !== null) {
      request.status = refused.status;
      return refused;
    }
    const start = after === '' ? 0 : this.indexOf(after);
    request.status = this.isEnded ? 401 : start === null ? 410 : 200;
    if (this.isEnded) return { status: 401, body: { code: 'auth.token_invalid', title: 'Removed', params: {} } };
    if (start === null) return { status: 410, body: { code: 'events.cursor_expired', title: 'Expired', params: {} } };
    const limit = Math.min(Number(query.get('limit') ?? 100) || 100, MAX_PAGE);
    request.events = this.events.slice(start, start + limit);
    const end = start + request.events.length;
    const body = { events: request.events, next_after: this.cursor(end), has_more: end < this.events.length };
    return { status: 200, body };
  }

  /** Notes a request that the token of a removed installation makes. */
  refused(query: URLSearchParams): void {
    this.note(query.get('after') ?? '').status = 401;
  }

  private refusedNow(): ApiReply | null {
    if (this.refusal === null) return null;
    const { seconds, untilMs } = this.refusal;
    const nowMs = performance.now();
    if (untilMs !== null && nowMs >= untilMs) {
      this.refusal = null;
      return null;
    }
    this.refusal = { seconds, untilMs: untilMs ?? nowMs + seconds * 1_000 - EARLY_MS };
    const body = { code: 'rate.limited', title: 'Too many requests', params: {} };
    return { status: 429, body, headers: { 'retry-after': String(seconds) } };
  }

  private note(after: string): FeedRequest {
    const request: FeedRequest = { after, status: null, events: [] };
    this.requests.push(request);
    return request;
  }

  private cursor(index: number): string {
    return `g${this.generation}.${index}`;
  }

  private indexOf(cursor: string): number | null {
    const [, generation, index] = /^g(\d+)\.(\d+)$/.exec(cursor) ?? [];
    return Number(generation) === this.generation ? Number(index) : null;
  }

  private change(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.wakeUps.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

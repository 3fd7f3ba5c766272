import type { ListName } from '@kushk/contracts';

/** A page reads its lists again at most once in this time, however many facts change them. */
export const MIN_INTERVAL_MS = 500;
/** Proxies and browsers end connections without traffic. */
export const HEARTBEAT_MS = 20_000;
/** A heartbeat comes earlier by up to this time, so that the streams of a gateway that just started lose their step. */
const HEARTBEAT_SPREAD_MS = 2_000;
/** A connection that ended is opened again by the page. This is the time before it tries. */
const RECONNECT_MS = 1_000;

export interface StreamTimer {
  readonly now: () => number;
  readonly wait: (ms: number, wake: (callback: () => void) => void) => Promise<void>;
}

/** Resolves after `ms`, or earlier when the callback that `wake` receives is called. */
function waitOrWake(ms: number, wake: (callback: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    wake(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
const systemTimer: StreamTimer = { now: () => performance.now(), wait: waitOrWake };

/**
 * The server-sent events of one connection. Changes that arrive while the client does not read are joined: what waits
 * is a set of names, so a slow client takes no more memory than a quick one.
 */
export class ChangeStream {
  private readonly waiting = new Set<ListName>();
  private wake: (() => void) | null = null;
  private isEnded = false;

  constructor(
    private readonly forget: () => void,
    private readonly timer: StreamTimer = systemTimer,
  ) {}

  get ended(): boolean {
    return this.isEnded;
  }

  add(lists: readonly ListName[]): void {
    if (lists.length === 0) return;
    for (const list of lists) this.waiting.add(list);
    this.wake?.();
  }

  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.forget();
    this.wake?.();
  }

  /**
   * The text of the response. It asks for the next piece only when the client has taken the previous one. `visibleNow`
   * returns the lists that the caller may see at this moment.
   */
  async *text(visibleNow: () => Promise<ReadonlySet<ListName>>): AsyncGenerator<string> {
    let sentAt = Number.NEGATIVE_INFINITY;
    try {
      yield `retry: ${RECONNECT_MS}\n\n`;
      while (!this.isEnded) {
        if (this.waiting.size === 0) await this.pause(HEARTBEAT_MS - Math.random() * HEARTBEAT_SPREAD_MS);
        if (this.isEnded) return;
        const restMs = sentAt + MIN_INTERVAL_MS - this.timer.now();
        if (this.waiting.size > 0 && restMs > 0) await this.rest(restMs);
        if (this.isEnded) return;
        const visible = await visibleNow();
        const lists = [...this.waiting].filter((list) => visible.has(list));
        this.waiting.clear();
        if (lists.length > 0) sentAt = this.timer.now();
        yield lists.length > 0 ? `event: changes\ndata: ${JSON.stringify({ lists })}\n\n` : ': heartbeat\n\n';
      }
    } finally {
      this.end();
    }
  }

  /** Waits until something changes or the stream ends. */
  private async pause(ms: number): Promise<void> {
    await this.timer.wait(ms, (wake) => (this.wake = wake));
    this.wake = null;
  }

  /** Waits the whole time, unless the stream ends. */
  private async rest(ms: number): Promise<void> {
    await this.timer.wait(ms, (wake) => {
      this.wake = () => {
        if (this.isEnded) wake();
      };
    });
    this.wake = null;
  }
}

import { Signal } from './signal.js';
import { whenStopping } from './stopping.js';

const defaultPollMs = 250;

export interface WaitOptions {
  readonly withinMs: number;
  /** How often the query runs without a notification. */
  readonly everyMs?: number;
}

/**
 * One signal per key, for requests that wait, for example by long polling. A notification does not reach other
 * processes, so a waiting request also repeats its query at an interval.
 */
export class KeyedSignal {
  private readonly waiting = new Map<string, Set<Signal>>();
  private hasEnded = false;

  constructor() {
    whenStopping(() => this.end());
  }

  /**
   * Ends all present and future waits, so that the waiting requests of a stopping process return the current result.
   */
  end(): void {
    this.hasEnded = true;
    for (const signals of this.waiting.values()) for (const signal of signals) signal.notify();
  }

  /** Wakes every request that waits for this key. Call it after the commit, so that the query finds the result. */
  notify(key: string): void {
    for (const signal of this.waiting.get(key) ?? []) signal.notify();
  }

  /**
   * Runs the query at once, after every notification and every `everyMs`, until its result is not null. Resolves with
   * null after `withinMs` or when the process stops.
   */
  async waitUntil<Result>(
    key: string,
    query: () => Promise<Result | null>,
    { withinMs, everyMs = defaultPollMs }: WaitOptions,
  ): Promise<Result | null> {
    const deadline = performance.now() + withinMs;
    // The request is registered before its first query, so that the signal stores a notification that arrives during
    // a query.
    const signal = this.register(key);
    try {
      for (;;) {
        const leftMs = deadline - performance.now();
        const result = await query();
        if (result !== null || leftMs <= 0 || this.hasEnded) return result;
        await signal.wait(Math.max(0, Math.min(everyMs, deadline - performance.now())));
      }
    } finally {
      this.unregister(key, signal);
    }
  }

  private register(key: string): Signal {
    const signals = this.waiting.get(key) ?? new Set();
    const signal = new Signal();
    this.waiting.set(key, signals.add(signal));
    return signal;
  }

  private unregister(key: string, signal: Signal): void {
    const signals = this.waiting.get(key);
    signals?.delete(signal);
    if (signals?.size === 0) this.waiting.delete(key);
  }
}

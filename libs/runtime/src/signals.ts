import { whenStopping } from './stopping.js';

const pollMs = 250;

/**
 * Wakes those in this process who wait for something to happen under a key. A signal is a hint and no guarantee:
 * another process is not heard, so whoever waits also asks again, every quarter of a second unless it says otherwise.
 */
export class Signals {
  private readonly waiting = new Map<string, Set<() => void>>();
  private hasEnded = false;

  constructor() {
    whenStopping(() => this.end());
  }

  /** Nobody waits any more, neither now nor later: a process that stops answers who waits with what there is. */
  end(): void {
    this.hasEnded = true;
    for (const listeners of this.waiting.values()) for (const wake of listeners) wake();
  }

  /** Wakes everybody who waits for this key. Call it after the commit, when the question has its answer. */
  raise(key: string): void {
    for (const wake of this.waiting.get(key) ?? []) wake();
  }

  /** Asks at once, at every signal and every `everyMs`, until the answer is not null; null when `withinMs` is over, or the process stops. */
  async until<Answer>(
    key: string,
    question: () => Promise<Answer | null>,
    withinMs: number,
    everyMs = pollMs,
  ): Promise<Answer | null> {
    const deadline = performance.now() + withinMs;
    for (;;) {
      // Listening begins before the question: a signal between question and listening would be lost.
      const leftMs = deadline - performance.now();
      const listener = this.listen(key, Math.min(everyMs, Math.max(leftMs, 0)));
      try {
        const answer = await question();
        if (answer !== null || leftMs <= 0 || this.hasEnded) return answer;
        await listener.heard;
      } finally {
        listener.end();
      }
    }
  }

  private listen(key: string, withinMs: number): { readonly heard: Promise<void>; end: () => void } {
    let wake = (): void => undefined;
    const heard = new Promise<void>((resolve) => (wake = resolve));
    const timer = setTimeout(wake, withinMs);
    const others = this.waiting.get(key) ?? new Set();
    this.waiting.set(key, others.add(wake));
    const end = (): void => {
      clearTimeout(timer);
      others.delete(wake);
      if (others.size === 0 && this.waiting.get(key) === others) this.waiting.delete(key);
    };
    return { heard, end };
  }
}

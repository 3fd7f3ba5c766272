/** The maximum numbers of calls that run at the same time (per key and in total) and of calls that wait (per key). */
interface KeyedLimits {
  readonly perKey: number;
  readonly total: number;
  readonly maxQueuedPerKey: number;
}

/**
 * Limits the calls that run at the same time, per key and in total. Calls over the limit wait, first in first out per
 * key. The queue of each key is bounded: each waiting call occupies one of the process's request slots, which all
 * keys share. No I/O.
 */
export class ConcurrencyLimiter {
  private readonly running = new Map<string, number>();
  private readonly queue: { readonly key: string; readonly start: () => void }[] = [];
  private total = 0;

  constructor(private readonly limits: KeyedLimits) {}

  /**
   * Calls `start` as soon as the limits allow it, possibly before this method returns. Returns a function that
   * removes a waiting call from the queue, or null when the queue of the key is full.
   */
  acquire(key: string, start: () => void): (() => void) | null {
    if (this.hasCapacity(key)) {
      this.occupy(key);
      start();
      return () => undefined;
    }
    if (this.queue.filter((queued) => queued.key === key).length >= this.limits.maxQueuedPerKey) return null;
    const queued = { key, start };
    this.queue.push(queued);
    return () => {
      const index = this.queue.indexOf(queued);
      if (index >= 0) this.queue.splice(index, 1);
    };
  }

  /** Ends a running call and starts the first queued call that the limits allow. */
  release(key: string): void {
    const running = (this.running.get(key) ?? 0) - 1;
    if (running <= 0) this.running.delete(key);
    else this.running.set(key, running);
    this.total -= 1;
    const index = this.queue.findIndex((queued) => this.hasCapacity(queued.key));
    const [next] = index >= 0 ? this.queue.splice(index, 1) : [];
    if (next === undefined) return;
    this.occupy(next.key);
    next.start();
  }

  private hasCapacity(key: string): boolean {
    return this.total < this.limits.total && (this.running.get(key) ?? 0) < this.limits.perKey;
  }

  private occupy(key: string): void {
    this.running.set(key, (this.running.get(key) ?? 0) + 1);
    this.total += 1;
  }
}

/** Limits the requests of a page: at most `RATE_LIMIT.requests` in each window of `RATE_LIMIT.windowMs`. */
export const RATE_LIMIT = { requests: 50, windowMs: 10_000 } as const;

export class RequestRate {
  private readonly times: number[] = [];

  /** Returns 0 when a request may run now, else the milliseconds until one may. */
  admit(nowMs: number): number {
    while (this.times[0] !== undefined && this.times[0] <= nowMs - RATE_LIMIT.windowMs) this.times.shift();
    const [oldest] = this.times;
    if (oldest !== undefined && this.times.length >= RATE_LIMIT.requests) return oldest + RATE_LIMIT.windowMs - nowMs;
    this.times.push(nowMs);
    return 0;
  }
}

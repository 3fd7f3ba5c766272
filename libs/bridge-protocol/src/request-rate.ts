/** The limit of the requests of a page. */
export const RATE_LIMIT = { requests: 50, windowMs: 10_000 } as const;

/** Admits at most `limit.requests` requests in each window of `limit.windowMs`. */
export class RequestRate {
  private readonly times: number[] = [];

  constructor(private readonly limit: { readonly requests: number; readonly windowMs: number } = RATE_LIMIT) {}

  /** Returns 0 when a request may run now, else the milliseconds until one may. */
  admit(nowMs: number): number {
    const { requests, windowMs } = this.limit;
    while (this.times[0] !== undefined && this.times[0] <= nowMs - windowMs) this.times.shift();
    const [oldest] = this.times;
    if (oldest !== undefined && this.times.length >= requests) return oldest + windowMs - nowMs;
    this.times.push(nowMs);
    return 0;
  }
}

/**
 * Decides when a failed delivery is attempted again (docs/reference/delivery.md, "Retries of an event"). Each delay
 * counts from the previous failure. When no delay is left, the delivery becomes a dead letter.
 */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** How long after its first attempt a delivery is still attempted. */
export const RETRY_WINDOW_MS = 7 * DAY_MS;
/** The longest delay that a plugin may request with `Retry-After`. */
export const MAX_RETRY_AFTER_MS = HOUR_MS;
/**
 * Each delay varies randomly by up to this fraction, so that deliveries that failed together are not retried
 * together.
 */
const JITTER = 0.2;

export interface RetryPolicy {
  /** The delay after each failure in milliseconds; index 0 follows the first failure. */
  readonly delaysMs: readonly number[];
}

const EVENT_DELAYS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
];
const LIFECYCLE_DELAYS_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS];

/** The delays of events: 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h, 8 h, then every 12 h up to 7 days. */
export const eventRetryPolicy: RetryPolicy = {
  delaysMs: repeatLast(EVENT_DELAYS_MS, { delayMs: 12 * HOUR_MS, untilMs: RETRY_WINDOW_MS }),
};
/** The delays of `installed` and `removed` calls: 5 s, 30 s, 2 min, 10 min, then every hour for a day. */
export const lifecycleRetryPolicy: RetryPolicy = {
  delaysMs: repeatLast(LIFECYCLE_DELAYS_MS, { delayMs: HOUR_MS, untilMs: DAY_MS }),
};

function repeatLast(first: readonly number[], last: { delayMs: number; untilMs: number }): readonly number[] {
  const delays = [...first];
  let total = first.reduce((sum, delay) => sum + delay, 0);
  while (total + last.delayMs <= last.untilMs) {
    delays.push(last.delayMs);
    total += last.delayMs;
  }
  return delays;
}

/**
 * Returns the milliseconds until the next attempt, or null when the policy has no further delay. `failures` includes
 * the current failure; `random` is in [0, 1); `retryAfterMs` is the delay that the plugin requested, which can only
 * extend the policy's delay.
 */
export function nextDelayMs(
  policy: RetryPolicy,
  failures: number,
  { random, retryAfterMs }: { readonly random: number; readonly retryAfterMs: number | null },
): number | null {
  const delay = policy.delaysMs[failures - 1];
  if (delay === undefined) return null;
  const jittered = Math.round(delay * (1 - JITTER + 2 * JITTER * random));
  return Math.max(jittered, retryAfterMs ?? 0);
}

/**
 * Parses a `Retry-After` header (seconds or an HTTP date) to milliseconds, at most one hour. Returns null for a
 * header that is absent, malformed, negative or in the past.
 */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND_MS, MAX_RETRY_AFTER_MS);
  // Accepts only the IMF-fixdate format that every sender must use (RFC 9110 §5.6.7). `Date.parse` alone would also
  // parse "-1", as a year.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const at = Date.parse(text);
  if (Number.isNaN(at) || at <= nowMs) return null;
  return Math.min(at - nowMs, MAX_RETRY_AFTER_MS);
}

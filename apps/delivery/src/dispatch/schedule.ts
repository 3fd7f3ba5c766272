/**
 * When a call that failed is tried again (contract §7, "Retry of one event" and "Installing"). Delays are counted
 * from the failure before; a call that has used up its schedule is a dead letter.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
export const DAY_MS = 24 * HOUR;

/** No call is tried for longer than this after its first attempt. */
export const RETRY_WINDOW_MS = 7 * DAY_MS;
/** A plugin may ask for patience with `Retry-After`, but not for more than this. */
export const RETRY_AFTER_MAX_MS = HOUR;
/** Part of a delay by which it is moved either way, so that what failed together does not come back together. */
export const JITTER = 0.2;

export interface RetrySchedule {
  /** Delay after the n-th failure (0 is the first), in milliseconds. */
  readonly delaysMs: readonly number[];
}

const EVENT_DELAYS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
];
const LIFECYCLE_DELAYS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE];

/** Events: at once, 5 s, 30 s, 2 m, 10 m, 30 m, 1 h, 2 h, 4 h, 8 h, then every 12 h up to 7 days. */
export const eventSchedule: RetrySchedule = { delaysMs: repeatUntil(EVENT_DELAYS, 12 * HOUR, RETRY_WINDOW_MS) };
/** `installed` and `removed`: at once, 5 s, 30 s, 2 m, 10 m, then hourly for a day. */
export const lifecycleSchedule: RetrySchedule = { delaysMs: repeatUntil(LIFECYCLE_DELAYS, HOUR, DAY_MS) };

function repeatUntil(first: readonly number[], last: number, windowMs: number): readonly number[] {
  const delays = [...first];
  let total = first.reduce((sum, delay) => sum + delay, 0);
  while (total + last <= windowMs) {
    delays.push(last);
    total += last;
  }
  return delays;
}

/**
 * Milliseconds until the next attempt, or null when the schedule is used up.
 * `spent` counts the failures so far, this one included; `random` is in [0, 1); `retryAfterMs` is what the plugin
 * asked for and can only make the wait longer.
 */
export function nextDelayMs(
  schedule: RetrySchedule,
  spent: number,
  random: number,
  retryAfterMs: number | null,
): number | null {
  const delay = schedule.delaysMs[spent - 1];
  if (delay === undefined) return null;
  const jittered = Math.round(delay * (1 - JITTER + 2 * JITTER * random));
  return Math.max(jittered, retryAfterMs ?? 0);
}

/**
 * Milliseconds asked for by a `Retry-After` header: seconds or an HTTP date, at most one hour. What cannot be read,
 * lies in the past or is negative asks for nothing.
 */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND, RETRY_AFTER_MAX_MS);
  // Only the form every sender must use (RFC 9110 §5.6.7): Date.parse alone also reads "-1" as a year.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const at = Date.parse(text);
  if (Number.isNaN(at) || at <= nowMs) return null;
  return Math.min(at - nowMs, RETRY_AFTER_MAX_MS);
}

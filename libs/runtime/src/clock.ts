/**
 * The time of a process. Outside production a test clock may run ahead of the real time (docs/reference/test-clock.md).
 * What is stored, expires, is retried or ends with a month follows it. Signatures, tokens, handles, leases and sign-in
 * do not: both sides of them must agree on the real time.
 */
let aheadMs = 0;
const listeners = new Set<() => void>();
/** On the monotonic clock. */
let movedAtMs = -Infinity;

/** The processes of a system follow a move within this time. */
const SETTLING_MS = 60_000;

/** The current time. Handlers read it once and pass it to decisions as data; pure code does not call it. */
export function now(): Date {
  return new Date(Date.now() + aheadMs);
}

/** The real time, for whatever a test clock does not move. */
export function realNow(): Date {
  return new Date();
}

/** How far the test clock is ahead of the real time, in milliseconds; 0 in production. */
export function clockAheadMs(): number {
  return aheadMs;
}

/** Moves the test clock of this process. A smaller value than the last one changes nothing: time never goes back. */
export function setClockAhead(ms: number): void {
  if (ms <= aheadMs) return;
  aheadMs = ms;
  movedAtMs = performance.now();
  for (const listener of listeners) listener();
}

/** Whether the test clock was moved within the last minute. */
export function isClockSettling(): boolean {
  return performance.now() - movedAtMs < SETTLING_MS;
}

/** Calls `listener` after each move of the test clock. Returns a function that ends this. */
export function onClockMoved(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

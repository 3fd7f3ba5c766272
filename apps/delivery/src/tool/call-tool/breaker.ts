/**
 * Spares callers the wait for a plugin that does not answer its tools: after five calls in a row without an answer,
 * further ones are refused at once for ten seconds, then one is let through to see. Apart from the circuit of the
 * events: trouble of one does not touch the other. Pure.
 */
export interface Breaker {
  readonly failures: number;
  readonly openUntilMs: number;
}

export const closedBreaker: Breaker = { failures: 0, openUntilMs: 0 };

const FAILURES_TO_OPEN = 5;
const OPEN_MS = 10_000;

/** Whether a call may go out, and the breaker with that call under way: of several waiting ones only the first tests an open one. */
export function admit(breaker: Breaker, nowMs: number): { readonly admitted: boolean; readonly breaker: Breaker } {
  if (breaker.failures < FAILURES_TO_OPEN) return { admitted: true, breaker };
  if (breaker.openUntilMs > nowMs) return { admitted: false, breaker };
  return { admitted: true, breaker: { ...breaker, openUntilMs: nowMs + OPEN_MS } };
}

/** `answered`: the plugin gave any HTTP answer at all; an error status is an answer. */
export function afterToolCall(breaker: Breaker, answered: boolean, nowMs: number): Breaker {
  if (answered) return closedBreaker;
  const failures = breaker.failures + 1;
  return { failures, openUntilMs: failures >= FAILURES_TO_OPEN ? nowMs + OPEN_MS : 0 };
}

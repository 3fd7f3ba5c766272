/**
 * The circuit breaker of tool calls, so that callers do not wait for an unresponsive plugin. After five consecutive
 * calls without a response, it rejects calls for ten seconds and then admits one trial call. It is independent of the
 * circuits of events, because a plugin may fail at events and still serve tool calls, or the reverse. Pure.
 */
export interface ToolCircuitBreaker {
  readonly failures: number;
  readonly openUntilMs: number;
}

export const closedToolBreaker: ToolCircuitBreaker = { failures: 0, openUntilMs: 0 };

const FAILURES_TO_OPEN = 5;
const OPEN_MS = 10_000;

/**
 * Returns whether a call may be sent, and the new state of the breaker. An open breaker admits one trial call per
 * open period.
 */
export function admitToolCall(
  breaker: ToolCircuitBreaker,
  nowMs: number,
): { readonly admitted: boolean; readonly breaker: ToolCircuitBreaker } {
  if (breaker.failures < FAILURES_TO_OPEN) return { admitted: true, breaker };
  if (breaker.openUntilMs > nowMs) return { admitted: false, breaker };
  return { admitted: true, breaker: { ...breaker, openUntilMs: nowMs + OPEN_MS } };
}

/**
 * Returns the breaker after a call. `answered` is true when the plugin returned any HTTP response, including an error
 * status.
 */
export function afterToolCall(breaker: ToolCircuitBreaker, answered: boolean, nowMs: number): ToolCircuitBreaker {
  if (answered) return closedToolBreaker;
  const failures = breaker.failures + 1;
  return { failures, openUntilMs: failures >= FAILURES_TO_OPEN ? nowMs + OPEN_MS : 0 };
}

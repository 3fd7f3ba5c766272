/**
 * The circuit breaker of tool calls, so that callers do not wait for a plugin that does not answer. After five calls in
 * a row without an answer, further calls are refused for ten seconds; then one trial call is admitted. It is
 * independent of the circuit of the events, because a plugin may fail at one and work at the other. Pure.
 */
export interface ToolCircuitBreaker {
  readonly failures: number;
  readonly openUntilMs: number;
}

export const closedToolBreaker: ToolCircuitBreaker = { failures: 0, openUntilMs: 0 };

const FAILURES_TO_OPEN = 5;
const OPEN_MS = 10_000;

/** Whether a call may be sent, and the breaker after that. An open breaker admits one trial call per open period. */
export function admitToolCall(
  breaker: ToolCircuitBreaker,
  nowMs: number,
): { readonly admitted: boolean; readonly breaker: ToolCircuitBreaker } {
  if (breaker.failures < FAILURES_TO_OPEN) return { admitted: true, breaker };
  if (breaker.openUntilMs > nowMs) return { admitted: false, breaker };
  return { admitted: true, breaker: { ...breaker, openUntilMs: nowMs + OPEN_MS } };
}

/** The breaker after a call. `answered`: the plugin returned any HTTP response, also an error status. */
export function afterToolCall(breaker: ToolCircuitBreaker, answered: boolean, nowMs: number): ToolCircuitBreaker {
  if (answered) return closedToolBreaker;
  const failures = breaker.failures + 1;
  return { failures, openUntilMs: failures >= FAILURES_TO_OPEN ? nowMs + OPEN_MS : 0 };
}

/**
 * The circuit breaker of tool calls, so that callers do not wait for an unresponsive plugin. After five consecutive
 * calls without a response, it rejects calls for ten seconds and then admits one trial call. It is independent of the
 * circuits of events, because a plugin may fail at events and still serve tool calls, or the reverse. Pure; the state
 * is plain JSON, because all delivery processes share it in PostgreSQL.
 */
export interface ToolCircuitBreaker {
  readonly failures: number;
  readonly openUntilMs: number;
  /** The time of the first of these failures. */
  readonly sinceMs: number;
}

const FAILURES_TO_OPEN = 5;
const OPEN_MS = 10_000;

/** Returns whether the breaker rejects calls, except one trial call per open period. */
export function isOpen(breaker: ToolCircuitBreaker): boolean {
  return breaker.failures >= FAILURES_TO_OPEN;
}

/**
 * Returns whether a call may be sent, and the new state of the breaker. Null is a breaker without failures. An open
 * breaker admits one trial call per open period.
 */
export function admitToolCall(
  breaker: ToolCircuitBreaker | null,
  nowMs: number,
): { readonly admitted: boolean; readonly breaker: ToolCircuitBreaker | null } {
  if (breaker === null || !isOpen(breaker)) return { admitted: true, breaker };
  if (breaker.openUntilMs > nowMs) return { admitted: false, breaker };
  return { admitted: true, breaker: { ...breaker, openUntilMs: nowMs + OPEN_MS } };
}

/**
 * Returns the breaker after a call. `answered` is true when the plugin returned any HTTP response, including an error
 * status.
 */
export function afterToolCall(
  breaker: ToolCircuitBreaker | null,
  answered: boolean,
  nowMs: number,
): ToolCircuitBreaker | null {
  if (answered) return null;
  const failures = (breaker?.failures ?? 0) + 1;
  const openUntilMs = failures >= FAILURES_TO_OPEN ? nowMs + OPEN_MS : 0;
  return { failures, openUntilMs, sinceMs: breaker?.sinceMs ?? nowMs };
}

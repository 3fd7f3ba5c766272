/** Decides what the result of an attempt means for the health of the endpoint and for the delivery. Pure. */
import type { AttemptResult } from '../outbound/attempt-result.js';
import type { AttemptOutcome } from './circuit.js';
import { nextDelayMs, retryAfterMs, RETRY_WINDOW_MS, type RetryPolicy } from './retry-policy.js';

/** Response statuses that mean that the whole endpoint fails, and not only one event. */
const ENDPOINT_STATUSES = [429, 502, 503, 504];

/**
 * A complete 2xx response is a success, whatever its body. Status 410 stops the pushes. Every other result is a
 * failure.
 */
export function classifyResult(result: AttemptResult, nowMs: number): AttemptOutcome {
  if (result.kind === 'failed') return { kind: 'endpoint_failure', retryAfterMs: null };
  const { status } = result;
  if (status >= 200 && status < 300) return { kind: 'success' };
  if (status === 410) return { kind: 'gone' };
  const delayMs = retryAfterMs(result.retryAfter, nowMs);
  return { kind: ENDPOINT_STATUSES.includes(status) ? 'endpoint_failure' : 'event_failure', retryAfterMs: delayMs };
}

/**
 * The record of an attempt that an admin sees: the response status (null without a response) and the kind of failure.
 */
interface AttemptRecord {
  readonly status: number | null;
  readonly error: string | null;
}

export function attemptRecordOf(result: AttemptResult): AttemptRecord {
  if (result.kind === 'failed') return { status: result.status, error: result.error };
  const { status } = result;
  if (status >= 200 && status < 300) return { status, error: null };
  return { status, error: status >= 300 && status < 400 ? 'redirect' : 'status' };
}

/** The new state of a delivery after an attempt. */
export type NextStep =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly dueAtMs: number; readonly failures: number }
  | { readonly kind: 'dead'; readonly failures: number };

/** The state of the delivery when the attempt began. */
export interface AttemptContext {
  readonly failures: number;
  readonly dueAtMs: number;
  readonly firstAttemptAtMs: number;
  /** True when the circuit was open when the attempt began. */
  readonly isProbe: boolean;
}

/**
 * Decides what happens to a delivery after an attempt. While the circuit is open, neither an endpoint failure nor a
 * probe before the due time counts as a failure of the delivery. Every other failure counts against the retry policy.
 * The delivery becomes a dead letter when the policy has no delay left or after seven days.
 */
export function nextStep(
  outcome: AttemptOutcome,
  context: AttemptContext,
  {
    retryPolicy,
    nowMs,
    random,
  }: { readonly retryPolicy: RetryPolicy; readonly nowMs: number; readonly random: number },
): NextStep {
  if (outcome.kind === 'success') return { kind: 'delivered' };
  const unchanged: NextStep = { kind: 'retry', dueAtMs: context.dueAtMs, failures: context.failures };
  if (outcome.kind === 'gone') return unchanged;
  const failures = context.failures + 1;
  if (nowMs - context.firstAttemptAtMs > RETRY_WINDOW_MS) return { kind: 'dead', failures };
  const isBeforeDueTime = context.dueAtMs > nowMs;
  if (context.isProbe && (outcome.kind === 'endpoint_failure' || isBeforeDueTime)) return unchanged;
  const delayMs = nextDelayMs(retryPolicy, failures, { random, retryAfterMs: outcome.retryAfterMs });
  return delayMs === null ? { kind: 'dead', failures } : { kind: 'retry', dueAtMs: nowMs + delayMs, failures };
}

/** What the end of a call means: for the health of its endpoint, and for when the call is made again. Pure. */
import type { Exchange } from '../outbound/exchange.js';
import type { CallOutcome } from './circuit.js';
import { nextDelayMs, retryAfterMs, RETRY_WINDOW_MS, type RetrySchedule } from './schedule.js';

/** Answers that speak of the endpoint as a whole, not of the one event. */
const ENDPOINT_STATUSES = [429, 502, 503, 504];

/** A complete 2xx is success, whatever the body says; 410 ends the pushes; everything else is a failure of some kind. */
export function outcomeOf(exchange: Exchange, nowMs: number): CallOutcome {
  if (exchange.kind === 'failed') return { kind: 'endpoint_failure', retryAfterMs: null };
  const { status } = exchange;
  if (status >= 200 && status < 300) return { kind: 'success' };
  if (status === 410) return { kind: 'gone' };
  const wait = retryAfterMs(exchange.retryAfter, nowMs);
  return { kind: ENDPOINT_STATUSES.includes(status) ? 'endpoint_failure' : 'event_failure', retryAfterMs: wait };
}

/** What a failure left in the log of attempts: the status if one came, and a word for what was wrong. */
export function traceOf(exchange: Exchange): { readonly status: number | null; readonly error: string | null } {
  if (exchange.kind === 'failed') return { status: exchange.status, error: exchange.error };
  const { status } = exchange;
  if (status >= 200 && status < 300) return { status, error: null };
  return { status, error: status >= 300 && status < 400 ? 'redirect' : 'status' };
}

/** What becomes of the call itself. */
export type Next =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly dueAtMs: number; readonly spent: number }
  | { readonly kind: 'dead'; readonly spent: number };

export interface Tried {
  readonly spent: number;
  readonly dueAtMs: number;
  readonly firstTriedAtMs: number;
  /** The circuit was open: the call went out as a probe. */
  readonly probe: boolean;
}

/**
 * A call that failed because its endpoint is down spends no attempt while the circuit is open; nor does a probe that
 * was sent ahead of its time. Everything else follows the schedule and is dead when that, or seven days, are over.
 */
export function nextOf(
  outcome: CallOutcome,
  tried: Tried,
  schedule: RetrySchedule,
  nowMs: number,
  random: number,
): Next {
  if (outcome.kind === 'success') return { kind: 'delivered' };
  if (outcome.kind === 'gone') return { kind: 'retry', dueAtMs: tried.dueAtMs, spent: tried.spent };
  if (nowMs - tried.firstTriedAtMs > RETRY_WINDOW_MS) return { kind: 'dead', spent: tried.spent + 1 };
  const ahead = tried.dueAtMs > nowMs;
  if (tried.probe && (outcome.kind === 'endpoint_failure' || ahead))
    return { kind: 'retry', dueAtMs: tried.dueAtMs, spent: tried.spent };
  const spent = tried.spent + 1;
  const delay = nextDelayMs(schedule, spent, random, outcome.retryAfterMs);
  return delay === null ? { kind: 'dead', spent } : { kind: 'retry', dueAtMs: nowMs + delay, spent };
}

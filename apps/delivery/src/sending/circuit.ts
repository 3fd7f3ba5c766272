/**
 * The circuit breaker of one endpoint (docs/reference/delivery.md, "Circuits"). Pure: the time is an argument, and the
 * state is plain JSON, because it is stored in PostgreSQL and must survive a restart.
 *
 *  - closed: attempts are sent, up to the endpoint's limit of concurrent attempts.
 *  - open: one event at a time is sent as a probe, 5 s after opening and then at increasing intervals.
 *  - recovering: a probe succeeded. The limit doubles with each further success, so that the waiting events do not
 *    overload a plugin that has just recovered.
 *  - stopped: the plugin returned 410. Nothing is sent until an admin resumes the endpoint.
 */
import { unreachable } from '@kushk/decider';

export const FAILURES_TO_OPEN = 5;
const FIRST_PROBE_MS = 5_000;
const MAX_PROBE_INTERVAL_MS = 5 * 60_000;
const DAY_MS = 24 * 3_600_000;
const PROBE_INTERVAL_AFTER_1_DAY_MS = 15 * 60_000;
const PROBE_INTERVAL_AFTER_3_DAYS_MS = 30 * 60_000;

export type Circuit =
  | {
      readonly state: 'closed';
      readonly failures: number;
      readonly lastFailedDelivery: string | null;
      /** No attempt is allowed until this time, which the plugin requested with `Retry-After`. */
      readonly pausedUntilMs: number;
    }
  | {
      readonly state: 'open';
      readonly openedAtMs: number;
      readonly failedProbes: number;
      readonly nextProbeAtMs: number;
    }
  | { readonly state: 'recovering'; readonly attemptLimit: number; readonly pausedUntilMs: number }
  | { readonly state: 'stopped' };

export const closedCircuit: Circuit = { state: 'closed', failures: 0, lastFailedDelivery: null, pausedUntilMs: 0 };

/**
 * What an attempt says about the health of its endpoint. An `endpoint_failure` (no address, no connection, no
 * response in time, 429, 502, 503, 504) counts against the endpoint. An `event_failure` (every other response that is
 * not 2xx) counts against the endpoint only when different events fail consecutively.
 */
export type AttemptOutcome =
  | { readonly kind: 'success' }
  | { readonly kind: 'endpoint_failure'; readonly retryAfterMs: number | null }
  | { readonly kind: 'event_failure'; readonly retryAfterMs: number | null }
  | { readonly kind: 'gone' };

/** The number of attempts that may be started now. */
export interface AllowedAttempts {
  readonly count: number;
  /** True for a probe, which may take a delivery before its due time. */
  readonly ignoreDueTime: boolean;
  /** The time to check again if `count` is 0; null if only another attempt or an admin can change the circuit. */
  readonly retryAtMs: number | null;
}

/** Returns how many more attempts this circuit allows, given the endpoint's limit and its attempts in flight. */
export function allowedAttempts(
  circuit: Circuit,
  endpoint: { readonly attemptLimit: number; readonly inFlight: number },
  nowMs: number,
): AllowedAttempts {
  const { attemptLimit, inFlight } = endpoint;
  switch (circuit.state) {
    case 'closed':
    case 'recovering': {
      if (circuit.pausedUntilMs > nowMs) return { count: 0, ignoreDueTime: false, retryAtMs: circuit.pausedUntilMs };
      const limit = circuit.state === 'recovering' ? Math.min(circuit.attemptLimit, attemptLimit) : attemptLimit;
      return { count: Math.max(0, limit - inFlight), ignoreDueTime: false, retryAtMs: null };
    }
    case 'open':
      if (inFlight > 0) return { count: 0, ignoreDueTime: false, retryAtMs: null };
      if (circuit.nextProbeAtMs > nowMs) return { count: 0, ignoreDueTime: false, retryAtMs: circuit.nextProbeAtMs };
      return { count: 1, ignoreDueTime: true, retryAtMs: null };
    case 'stopped':
      return { count: 0, ignoreDueTime: false, retryAtMs: null };
    default:
      return unreachable(circuit);
  }
}

/** Returns the circuit after a finished attempt. `attemptLimit` is the endpoint's limit while its circuit is closed. */
export function circuitAfterAttempt(
  circuit: Circuit,
  attempt: { readonly deliveryId: string; readonly outcome: AttemptOutcome },
  { attemptLimit, nowMs }: { readonly attemptLimit: number; readonly nowMs: number },
): Circuit {
  const { deliveryId, outcome } = attempt;
  if (outcome.kind === 'gone') return { state: 'stopped' };
  switch (circuit.state) {
    case 'closed':
      return afterAttemptWhileClosed(circuit, { deliveryId, outcome }, nowMs);
    case 'open':
      if (outcome.kind === 'success') return { state: 'recovering', attemptLimit: 1, pausedUntilMs: 0 };
      return afterFailedProbe(circuit, outcome.retryAfterMs, nowMs);
    case 'recovering':
      if (outcome.kind === 'endpoint_failure') return open(nowMs, outcome.retryAfterMs);
      if (outcome.kind === 'event_failure') return circuit;
      return circuit.attemptLimit * 2 > attemptLimit
        ? closedCircuit
        : { ...circuit, attemptLimit: circuit.attemptLimit * 2 };
    case 'stopped':
      return circuit;
    default:
      return unreachable(circuit);
  }
}

function afterAttemptWhileClosed(
  circuit: Extract<Circuit, { state: 'closed' }>,
  attempt: { readonly deliveryId: string; readonly outcome: Exclude<AttemptOutcome, { kind: 'gone' }> },
  nowMs: number,
): Circuit {
  const { deliveryId, outcome } = attempt;
  if (outcome.kind === 'success') return circuit.failures === 0 ? circuit : closedCircuit;
  // An event that the plugin cannot process says nothing about other events, however often it fails.
  const isRepeatedEventFailure = outcome.kind === 'event_failure' && circuit.lastFailedDelivery === deliveryId;
  const failures = circuit.failures + (isRepeatedEventFailure ? 0 : 1);
  if (failures >= FAILURES_TO_OPEN) return open(nowMs, outcome.retryAfterMs);
  // The `Retry-After` of an endpoint failure (429, 503) delays the whole endpoint. With any other response it delays
  // only the event that was sent.
  const pausesEndpoint = outcome.kind === 'endpoint_failure' && outcome.retryAfterMs !== null;
  return {
    state: 'closed',
    failures,
    lastFailedDelivery: deliveryId,
    pausedUntilMs: pausesEndpoint ? nowMs + (outcome.retryAfterMs ?? 0) : circuit.pausedUntilMs,
  };
}

function open(nowMs: number, retryAfterMs: number | null): Circuit {
  return {
    state: 'open',
    openedAtMs: nowMs,
    failedProbes: 0,
    nextProbeAtMs: nowMs + Math.max(FIRST_PROBE_MS, retryAfterMs ?? 0),
  };
}

function afterFailedProbe(
  circuit: Extract<Circuit, { state: 'open' }>,
  retryAfterMs: number | null,
  nowMs: number,
): Circuit {
  // An attempt that was in flight when the circuit opened is not a probe.
  if (nowMs < circuit.nextProbeAtMs) return circuit;
  const failedProbes = circuit.failedProbes + 1;
  const intervalMs = probeIntervalMs(failedProbes, nowMs - circuit.openedAtMs);
  return { ...circuit, failedProbes, nextProbeAtMs: nowMs + Math.max(intervalMs, retryAfterMs ?? 0) };
}

/**
 * 5 s, 10 s, 20 s, … up to 5 min on the first day; 15 min on the second and third day; 30 min from the fourth day on.
 */
export function probeIntervalMs(failedProbes: number, openForMs: number): number {
  if (openForMs > 3 * DAY_MS) return PROBE_INTERVAL_AFTER_3_DAYS_MS;
  if (openForMs > DAY_MS) return PROBE_INTERVAL_AFTER_1_DAY_MS;
  return Math.min(FIRST_PROBE_MS * 2 ** Math.min(failedProbes, 10), MAX_PROBE_INTERVAL_MS);
}

/**
 * The circuit breaker of one endpoint in one channel (docs/reference/delivery.md, "Circuits"). Pure: the time is an
 * argument, and the state is plain JSON, because all delivery processes share it in PostgreSQL.
 *
 *  - closed: attempts are sent, up to the endpoint's limit of concurrent attempts.
 *  - open: one event at a time is sent as a probe, 5 s after opening and then at increasing intervals.
 *  - recovering: a probe succeeded. The limit doubles with each further success, so that the waiting events do not
 *    overload a plugin that has just recovered.
 *  - stopped: the plugin returned 410. Nothing is sent until an admin resumes the endpoint.
 *
 * While a circuit is open or recovering, each attempt holds a permit in the circuit itself. The limit therefore holds
 * for all processes together.
 */
import { unreachable } from '@kushk/decider';

export const FAILURES_TO_OPEN = 5;
const FIRST_PROBE_MS = 5_000;
const MAX_PROBE_INTERVAL_MS = 5 * 60_000;
const DAY_MS = 24 * 3_600_000;
const PROBE_INTERVAL_AFTER_1_DAY_MS = 15 * 60_000;
const PROBE_INTERVAL_AFTER_3_DAYS_MS = 30 * 60_000;

/** An attempt in flight of a limited circuit. It counts until its lease expires, in case its process has died. */
interface Permit {
  readonly deliveryId: string;
  readonly untilMs: number;
}

export type Circuit =
  | {
      readonly state: 'closed';
      readonly failures: number;
      /** The time of the first of these failures; 0 without a failure. */
      readonly sinceMs: number;
      readonly lastFailedDelivery: string | null;
      /** No attempt is allowed until this time, which the plugin requested with `Retry-After`. */
      readonly pausedUntilMs: number;
    }
  | {
      readonly state: 'open';
      readonly openedAtMs: number;
      readonly failedProbes: number;
      readonly nextProbeAtMs: number;
      readonly permits: readonly Permit[];
    }
  | {
      readonly state: 'recovering';
      readonly openedAtMs: number;
      readonly attemptLimit: number;
      readonly pausedUntilMs: number;
      readonly permits: readonly Permit[];
    }
  | { readonly state: 'stopped'; readonly sinceMs: number };

export const closedCircuit: Circuit = {
  state: 'closed',
  failures: 0,
  sinceMs: 0,
  lastFailedDelivery: null,
  pausedUntilMs: 0,
};

/**
 * What an attempt shows about the health of its endpoint. An `endpoint_failure` (no address, no connection, no
 * response in time, 429, 502, 503, 504) counts against the endpoint. An `event_failure` (every other response that is
 * not 2xx) counts against the endpoint only when different events fail consecutively.
 */
export type AttemptOutcome =
  | { readonly kind: 'success' }
  | { readonly kind: 'endpoint_failure'; readonly retryAfterMs: number | null }
  | { readonly kind: 'event_failure'; readonly retryAfterMs: number | null }
  | { readonly kind: 'gone' };

/** The limits of a channel's circuits. */
export interface CircuitPolicy {
  /** The maximum number of attempts that an endpoint may have in flight while its circuit is closed. */
  readonly attemptLimit: number;
  /** The number of consecutive failures that opens the circuit; null for a channel whose circuits never open. */
  readonly failuresToOpen: number | null;
}

/** The number of attempts that may be started now. */
export interface AllowedAttempts {
  readonly count: number;
  /** True for a probe, which may take a delivery before its due time. */
  readonly ignoreDueTime: boolean;
  /** The time to check again if `count` is 0; null if only another attempt or an admin can change the circuit. */
  readonly retryAtMs: number | null;
}

/**
 * Returns how many more attempts this circuit allows. `inFlight` counts the attempts of this process; a limited
 * circuit also counts the permits of all processes.
 */
export function allowedAttempts(
  circuit: Circuit,
  endpoint: { readonly attemptLimit: number; readonly inFlight: number },
  nowMs: number,
): AllowedAttempts {
  const { attemptLimit, inFlight } = endpoint;
  switch (circuit.state) {
    case 'closed':
      if (circuit.pausedUntilMs > nowMs) return { count: 0, ignoreDueTime: false, retryAtMs: circuit.pausedUntilMs };
      return { count: Math.max(0, attemptLimit - inFlight), ignoreDueTime: false, retryAtMs: null };
    case 'recovering': {
      if (circuit.pausedUntilMs > nowMs) return { count: 0, ignoreDueTime: false, retryAtMs: circuit.pausedUntilMs };
      const occupied = Math.max(inFlight, activePermits(circuit.permits, nowMs).length);
      const limit = Math.min(circuit.attemptLimit, attemptLimit);
      return { count: Math.max(0, limit - occupied), ignoreDueTime: false, retryAtMs: null };
    }
    case 'open':
      if (inFlight > 0 || activePermits(circuit.permits, nowMs).length > 0)
        return { count: 0, ignoreDueTime: false, retryAtMs: null };
      if (circuit.nextProbeAtMs > nowMs) return { count: 0, ignoreDueTime: false, retryAtMs: circuit.nextProbeAtMs };
      return { count: 1, ignoreDueTime: true, retryAtMs: null };
    case 'stopped':
      return { count: 0, ignoreDueTime: false, retryAtMs: null };
    default:
      return unreachable(circuit);
  }
}

/** Returns whether every attempt of this circuit needs a permit. */
export function isLimited(circuit: Circuit): circuit is Extract<Circuit, { state: 'open' | 'recovering' }> {
  return circuit.state === 'open' || circuit.state === 'recovering';
}

/** Returns a limited circuit with the permits of further attempts, and without the permits that have expired. */
export function withPermits<Limited extends Extract<Circuit, { state: 'open' | 'recovering' }>>(
  circuit: Limited,
  permits: readonly Permit[],
  nowMs: number,
): Limited {
  return { ...circuit, permits: [...activePermits(circuit.permits, nowMs), ...permits] };
}

/** Returns the circuit after a finished attempt. */
export function circuitAfterAttempt(
  circuit: Circuit,
  attempt: { readonly deliveryId: string; readonly outcome: AttemptOutcome },
  { policy, nowMs }: { readonly policy: CircuitPolicy; readonly nowMs: number },
): Circuit {
  const { deliveryId, outcome } = attempt;
  if (outcome.kind === 'gone') return circuit.state === 'stopped' ? circuit : { state: 'stopped', sinceMs: nowMs };
  switch (circuit.state) {
    case 'closed':
      return afterAttemptWhileClosed(circuit, { deliveryId, outcome }, { policy, nowMs });
    case 'open': {
      const { openedAtMs } = circuit;
      if (outcome.kind === 'success')
        return { state: 'recovering', openedAtMs, attemptLimit: 1, pausedUntilMs: 0, permits: [] };
      // An attempt that was in flight when the circuit opened is not a probe, and neither is a redelivery.
      const isProbe = circuit.permits.some((permit) => permit.deliveryId === deliveryId);
      return isProbe ? afterFailedProbe(circuit, outcome.retryAfterMs, nowMs) : circuit;
    }
    case 'recovering': {
      if (outcome.kind === 'endpoint_failure') return open(circuit.openedAtMs, nowMs, outcome.retryAfterMs);
      const permits = circuit.permits.filter((permit) => permit.deliveryId !== deliveryId);
      if (outcome.kind === 'event_failure') return { ...circuit, permits };
      const attemptLimit = circuit.attemptLimit * 2;
      return attemptLimit > policy.attemptLimit ? closedCircuit : { ...circuit, attemptLimit, permits };
    }
    case 'stopped':
      return circuit;
    default:
      return unreachable(circuit);
  }
}

function activePermits(permits: readonly Permit[], nowMs: number): readonly Permit[] {
  return permits.filter(({ untilMs }) => untilMs > nowMs);
}

function afterAttemptWhileClosed(
  circuit: Extract<Circuit, { state: 'closed' }>,
  attempt: { readonly deliveryId: string; readonly outcome: Exclude<AttemptOutcome, { kind: 'gone' }> },
  { policy, nowMs }: { readonly policy: CircuitPolicy; readonly nowMs: number },
): Circuit {
  const { deliveryId, outcome } = attempt;
  if (outcome.kind === 'success') return closedCircuit;
  // An event that the plugin cannot process shows nothing about other events, however often it fails.
  const isRepeatedEventFailure = outcome.kind === 'event_failure' && circuit.lastFailedDelivery === deliveryId;
  const failures = circuit.failures + (isRepeatedEventFailure ? 0 : 1);
  if (policy.failuresToOpen !== null && failures >= policy.failuresToOpen)
    return open(nowMs, nowMs, outcome.retryAfterMs);
  // The `Retry-After` of an endpoint failure (429, 503) delays the whole endpoint. With any other response it delays
  // only the event that was sent.
  const pausesEndpoint = outcome.kind === 'endpoint_failure' && outcome.retryAfterMs !== null;
  return {
    state: 'closed',
    failures,
    sinceMs: circuit.failures === 0 ? nowMs : circuit.sinceMs,
    lastFailedDelivery: deliveryId,
    pausedUntilMs: pausesEndpoint ? nowMs + (outcome.retryAfterMs ?? 0) : circuit.pausedUntilMs,
  };
}

/**
 * `openedAtMs` is the time of the first opening without a complete recovery since. An endpoint that fails during each
 * recovery is therefore probed at the intervals of an endpoint that has been down all the time.
 */
function open(openedAtMs: number, nowMs: number, retryAfterMs: number | null): Circuit {
  const intervalMs = openedAtMs === nowMs ? FIRST_PROBE_MS : probeIntervalMs(0, nowMs - openedAtMs);
  return {
    state: 'open',
    openedAtMs,
    failedProbes: 0,
    nextProbeAtMs: nowMs + Math.max(intervalMs, retryAfterMs ?? 0),
    permits: [],
  };
}

function afterFailedProbe(
  circuit: Extract<Circuit, { state: 'open' }>,
  retryAfterMs: number | null,
  nowMs: number,
): Circuit {
  const failedProbes = circuit.failedProbes + 1;
  const intervalMs = probeIntervalMs(failedProbes, nowMs - circuit.openedAtMs);
  return { ...circuit, failedProbes, nextProbeAtMs: nowMs + Math.max(intervalMs, retryAfterMs ?? 0), permits: [] };
}

/**
 * 5 s, 10 s, 20 s, … up to 5 min on the first day; 15 min on the second and third day; 30 min from the fourth day on.
 */
export function probeIntervalMs(failedProbes: number, openForMs: number): number {
  if (openForMs > 3 * DAY_MS) return PROBE_INTERVAL_AFTER_3_DAYS_MS;
  if (openForMs > DAY_MS) return PROBE_INTERVAL_AFTER_1_DAY_MS;
  return Math.min(FIRST_PROBE_MS * 2 ** Math.min(failedProbes, 10), MAX_PROBE_INTERVAL_MS);
}

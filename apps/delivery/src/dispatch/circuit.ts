/**
 * The health of one plugin's address, seen from its deliveries (contract §7: "An endpoint that is down as a whole
 * opens a circuit"). Pure: the time comes in, the state survives JSON and is kept in Postgres, so a restart does
 * not forget it.
 *
 *  - closed: calls go out, as many at once as an endpoint may have;
 *  - open: nothing goes out but one real event as a probe, 5 s after opening and then ever more rarely;
 *  - recovering: the first success came; the window doubles with each further one, so a plugin that has just come
 *    back is not buried under what waited;
 *  - stopped: the plugin answered 410; nothing goes out until the admin resumes.
 */

export const FAILURES_TO_OPEN = 5;
const PROBE_FIRST_MS = 5_000;
const PROBE_MAX_MS = 5 * 60_000;
const DAY = 24 * 3_600_000;
/** After the first day a dead endpoint is asked more rarely still. */
const PROBE_SECOND_DAY_MS = 15 * 60_000;
const PROBE_FOURTH_DAY_MS = 30 * 60_000;

export type Circuit =
  | {
      readonly state: 'closed';
      readonly failures: number;
      readonly lastFailed: string | null;
      readonly restUntilMs: number;
    }
  | { readonly state: 'open'; readonly openedAtMs: number; readonly probes: number; readonly probeAtMs: number }
  | { readonly state: 'recovering'; readonly window: number; readonly restUntilMs: number }
  | { readonly state: 'stopped' };

export const closedCircuit: Circuit = { state: 'closed', failures: 0, lastFailed: null, restUntilMs: 0 };

/**
 * How a call ended, as far as the endpoint's health goes. `endpoint` failures (no address, no connection, no answer
 * in time, 429, 502, 503, 504) speak against the endpoint; `event` failures (every other answer that is not 2xx)
 * speak against the endpoint only when different events fail one after the other.
 */
export type CallOutcome =
  | { readonly kind: 'success' }
  | { readonly kind: 'endpoint_failure'; readonly retryAfterMs: number | null }
  | { readonly kind: 'event_failure'; readonly retryAfterMs: number | null }
  | { readonly kind: 'gone' };

/** What may be sent now. `ahead`: a probe may take an event before its retry is due. */
export interface Allowance {
  readonly slots: number;
  readonly ahead: boolean;
  /** When to ask again if there are no slots; null: only after something else has happened. */
  readonly againAtMs: number | null;
}

/** How many calls may be under way to an endpoint with this circuit, of which `inFlight` already are. */
export function allowance(circuit: Circuit, limit: number, inFlight: number, nowMs: number): Allowance {
  switch (circuit.state) {
    case 'closed':
    case 'recovering': {
      if (circuit.restUntilMs > nowMs) return { slots: 0, ahead: false, againAtMs: circuit.restUntilMs };
      const window = circuit.state === 'recovering' ? Math.min(circuit.window, limit) : limit;
      return { slots: Math.max(0, window - inFlight), ahead: false, againAtMs: null };
    }
    case 'open':
      if (inFlight > 0) return { slots: 0, ahead: false, againAtMs: null };
      if (circuit.probeAtMs > nowMs) return { slots: 0, ahead: false, againAtMs: circuit.probeAtMs };
      return { slots: 1, ahead: true, againAtMs: null };
    case 'stopped':
      return { slots: 0, ahead: false, againAtMs: null };
  }
}

/** The circuit after a call has ended. `limit` is the most calls an endpoint may have at once. */
export function afterCall(
  circuit: Circuit,
  callId: string,
  outcome: CallOutcome,
  limit: number,
  nowMs: number,
): Circuit {
  if (outcome.kind === 'gone') return { state: 'stopped' };
  switch (circuit.state) {
    case 'closed':
      return whenClosed(circuit, callId, outcome, nowMs);
    case 'open':
      if (outcome.kind === 'success') return { state: 'recovering', window: 1, restUntilMs: 0 };
      return openAgain(circuit, outcome.retryAfterMs, nowMs);
    case 'recovering':
      if (outcome.kind === 'endpoint_failure') return open(nowMs, outcome.retryAfterMs);
      if (outcome.kind === 'event_failure') return circuit;
      return circuit.window * 2 > limit ? closedCircuit : { ...circuit, window: circuit.window * 2 };
    case 'stopped':
      return circuit;
  }
}

/** What a person's click does: calls may go out again at once, whatever was before. */
export function resumed(): Circuit {
  return closedCircuit;
}

type Ended = Exclude<CallOutcome, { kind: 'gone' }>;

function whenClosed(
  circuit: Extract<Circuit, { state: 'closed' }>,
  callId: string,
  outcome: Ended,
  nowMs: number,
): Circuit {
  if (outcome.kind === 'success') return circuit.failures === 0 ? circuit : closedCircuit;
  // One event that the plugin cannot digest says nothing about the others, however often it is tried.
  const sameAgain = outcome.kind === 'event_failure' && circuit.lastFailed === callId;
  const failures = circuit.failures + (sameAgain ? 0 : 1);
  if (failures >= FAILURES_TO_OPEN) return open(nowMs, outcome.retryAfterMs);
  // 429 and 503 with Retry-After speak for the whole endpoint; on any other answer only that event waits.
  const rests = outcome.kind === 'endpoint_failure' && outcome.retryAfterMs !== null;
  return {
    state: 'closed',
    failures,
    lastFailed: callId,
    restUntilMs: rests ? nowMs + (outcome.retryAfterMs ?? 0) : circuit.restUntilMs,
  };
}

function open(nowMs: number, retryAfterMs: number | null): Circuit {
  return {
    state: 'open',
    openedAtMs: nowMs,
    probes: 0,
    probeAtMs: nowMs + Math.max(PROBE_FIRST_MS, retryAfterMs ?? 0),
  };
}

function openAgain(circuit: Extract<Circuit, { state: 'open' }>, retryAfterMs: number | null, nowMs: number): Circuit {
  // Calls that were under way when the circuit opened end after it; they are not probes.
  if (nowMs < circuit.probeAtMs) return circuit;
  const probes = circuit.probes + 1;
  return {
    ...circuit,
    probes,
    probeAtMs: nowMs + Math.max(probeDelayMs(probes, nowMs - circuit.openedAtMs), retryAfterMs ?? 0),
  };
}

/** 5 s, 10 s, 20 s … 5 min in the first day, then 15 min, from the fourth day on 30 min. */
export function probeDelayMs(probes: number, openForMs: number): number {
  if (openForMs > 3 * DAY) return PROBE_FOURTH_DAY_MS;
  if (openForMs > DAY) return PROBE_SECOND_DAY_MS;
  return Math.min(PROBE_FIRST_MS * 2 ** Math.min(probes, 10), PROBE_MAX_MS);
}

import { describe, expect, it } from '@jest/globals';
import {
  allowedAttempts,
  circuitAfterAttempt,
  closedCircuit,
  FAILURES_TO_OPEN,
  isLimited,
  probeIntervalMs,
  withPermits,
  type AllowedAttempts,
  type AttemptOutcome,
  type Circuit,
  type CircuitPolicy,
} from './circuit.js';

const LIMIT = 4;
const policy: CircuitPolicy = { attemptLimit: LIMIT, failuresToOpen: FAILURES_TO_OPEN };
const endpointDown: AttemptOutcome = { kind: 'endpoint_failure', retryAfterMs: null };
const eventRejected: AttemptOutcome = { kind: 'event_failure', retryAfterMs: null };
const success: AttemptOutcome = { kind: 'success' };

function after(circuit: Circuit, outcome: AttemptOutcome, at: { deliveryId?: string; nowMs?: number } = {}): Circuit {
  const { deliveryId = 'evt_1', nowMs = 0 } = at;
  return circuitAfterAttempt(circuit, { deliveryId, outcome }, { policy, nowMs });
}
/** Each outcome belongs to a different event. */
function afterAll(circuit: Circuit, outcomes: readonly AttemptOutcome[], nowMs = 0): Circuit {
  return outcomes.reduce((state, outcome, n) => after(state, outcome, { deliveryId: `evt_${n}`, nowMs }), circuit);
}
/** The circuit after the attempt of a delivery that holds a permit. */
function afterPermitted(circuit: Circuit, outcome: AttemptOutcome, nowMs: number): Circuit {
  const permit = { deliveryId: 'evt_permitted', untilMs: nowMs + 20_000 };
  const permitted = isLimited(circuit) ? withPermits(circuit, [permit], nowMs) : circuit;
  return after(permitted, outcome, { deliveryId: permit.deliveryId, nowMs });
}
function allowed(circuit: Circuit, nowMs: number, inFlight = 0): AllowedAttempts {
  return allowedAttempts(circuit, { attemptLimit: LIMIT, inFlight }, nowMs);
}
const opened = afterAll(closedCircuit, Array<AttemptOutcome>(FAILURES_TO_OPEN).fill(endpointDown));

describe('a closed circuit', () => {
  it("allows attempts up to the endpoint's limit", () => {
    expect(allowed(closedCircuit, 0, 1)).toEqual({ count: 3, ignoreDueTime: false, retryAtMs: null });
  });

  it('opens after five consecutive endpoint failures', () => {
    expect(afterAll(closedCircuit, [endpointDown, endpointDown, endpointDown, endpointDown]).state).toBe('closed');
    expect(opened.state).toBe('open');
  });

  it('resets the failure count after a success', () => {
    const outcomes = [endpointDown, endpointDown, endpointDown, endpointDown, success, endpointDown];
    expect(afterAll(closedCircuit, outcomes).state).toBe('closed');
  });

  it('opens when five different events fail consecutively', () => {
    expect(afterAll(closedCircuit, Array<AttemptOutcome>(5).fill(eventRejected)).state).toBe('open');
  });

  it('stays closed when one event fails repeatedly', () => {
    let circuit: Circuit = closedCircuit;
    for (let nowMs = 0; nowMs < 20; nowMs += 1)
      circuit = after(circuit, eventRejected, { deliveryId: 'evt_poison', nowMs });
    expect(circuit.state).toBe('closed');
  });

  it('allows no attempts during the Retry-After time of a 429 or 503', () => {
    const paused = after(closedCircuit, { kind: 'endpoint_failure', retryAfterMs: 30_000 }, { nowMs: 1_000 });
    expect(allowed(paused, 30_000)).toEqual({ count: 0, ignoreDueTime: false, retryAtMs: 31_000 });
    expect(allowed(paused, 31_000).count).toBe(LIMIT);
  });
});

describe('an open circuit', () => {
  it('allows one event as a probe after five seconds, even before the event is due', () => {
    expect(allowed(opened, 4_999)).toEqual({ count: 0, ignoreDueTime: false, retryAtMs: 5_000 });
    expect(allowed(opened, 5_000)).toEqual({ count: 1, ignoreDueTime: true, retryAtMs: null });
    expect(allowed(opened, 5_000, 1).count).toBe(0);
  });

  it('doubles the probe interval from 5 s to 5 min during the first day', () => {
    expect([0, 1, 2, 3, 6, 9].map((failed) => probeIntervalMs(failed, 0) / 1_000)).toEqual([5, 10, 20, 40, 300, 300]);
  });

  it('probes every 15 min after one day and every 30 min after three days', () => {
    const dayMs = 24 * 3_600_000;
    expect([dayMs + 1, 3 * dayMs + 1].map((openForMs) => probeIntervalMs(9, openForMs) / 60_000)).toEqual([15, 30]);
  });

  it('sends fewer than 300 probes on the first day', () => {
    let circuit = opened;
    let probes = 0;
    for (let nowMs = 0; nowMs < 24 * 3_600_000; nowMs += 1_000) {
      if (allowed(circuit, nowMs).count === 0) continue;
      probes += 1;
      circuit = afterPermitted(circuit, endpointDown, nowMs);
    }
    expect(probes).toBeLessThan(300);
    expect(probes).toBeGreaterThan(280);
  });

  it('ignores a failed attempt that was in flight when the circuit opened', () => {
    expect(after(opened, endpointDown, { deliveryId: 'evt_late', nowMs: 100 })).toEqual(opened);
  });

  it('allows one attempt after the first success, then two, then all', () => {
    const one = after(opened, success, { nowMs: 5_000 });
    expect(allowed(one, 5_001).count).toBe(1);
    const two = after(one, success, { nowMs: 5_002 });
    expect(allowed(two, 5_003).count).toBe(2);
    const permit = { deliveryId: 'evt_9', untilMs: 25_000 };
    expect(isLimited(two) && allowed(withPermits(two, [permit], 5_003), 5_004).count).toBe(1);
    expect(afterAll(two, [success, success])).toEqual(closedCircuit);
  });

  it('opens again when the endpoint fails during recovery', () => {
    expect(afterAll(opened, [success, endpointDown], 6_000)).toEqual({
      state: 'open',
      openedAtMs: 0,
      failedProbes: 0,
      nextProbeAtMs: 11_000,
      permits: [],
    });
  });

  it('allows no second probe while the first holds its permit, and allows one when the permit has expired', () => {
    const permit = { deliveryId: 'evt_1', untilMs: 25_000 };
    const probed = isLimited(opened) ? withPermits(opened, [permit], 5_000) : opened;
    expect(allowed(probed, 24_999).count).toBe(0);
    expect(allowed(probed, 25_000).count).toBe(1);
  });

  it('survives a round trip through JSON', () => {
    expect(JSON.parse(JSON.stringify(opened))).toEqual(opened);
  });
});

describe('a circuit after a 410 response', () => {
  const stopped = after(closedCircuit, { kind: 'gone' });

  it('allows no attempt, whatever the results of other attempts are', () => {
    expect(allowed(stopped, 1e15).count).toBe(0);
    expect(after(stopped, success, { nowMs: 1 })).toEqual(stopped);
  });

  it('keeps the time of the first 410', () => {
    expect(after(stopped, { kind: 'gone' }, { nowMs: 5 })).toEqual({ state: 'stopped', sinceMs: 0 });
  });
});

describe('a circuit that never opens', () => {
  const lifecycle: CircuitPolicy = { attemptLimit: 1, failuresToOpen: null };
  const failed = (outcome: AttemptOutcome, circuit: Circuit): Circuit =>
    circuitAfterAttempt(circuit, { deliveryId: 'cal_1', outcome }, { policy: lifecycle, nowMs: 7 });

  it('counts failures without limiting the attempts, and stops after a 410', () => {
    let circuit = closedCircuit;
    for (let n = 0; n < 20; n += 1) circuit = failed(endpointDown, circuit);
    expect(circuit).toMatchObject({ state: 'closed', failures: 20, sinceMs: 7 });
    expect(failed({ kind: 'gone' }, circuit)).toEqual({ state: 'stopped', sinceMs: 7 });
  });
});

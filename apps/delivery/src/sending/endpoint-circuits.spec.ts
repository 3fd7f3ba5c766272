import { describe, expect, it } from '@jest/globals';
import { closedCircuit, FAILURES_TO_OPEN, type AttemptOutcome, type Circuit } from './circuit.js';
import { EndpointCircuits } from './endpoint-circuits.js';

const policy = { attemptLimit: 4, failuresToOpen: FAILURES_TO_OPEN };
const down: AttemptOutcome = { kind: 'endpoint_failure', retryAfterMs: null };

describe('EndpointCircuits', () => {
  it('returns a closed circuit for an endpoint without history', () => {
    expect(new EndpointCircuits(policy).of('ins_a')).toEqual(closedCircuit);
  });

  it('applies outcomes before they are recorded', () => {
    const circuits = new EndpointCircuits(policy);
    for (let n = 0; n < FAILURES_TO_OPEN; n += 1)
      circuits.expect('ins_a', { deliveryId: `evt_${n}`, outcome: down, nowMs: 0 });
    expect(circuits.of('ins_a').state).toBe('open');
    expect(circuits.of('ins_b').state).toBe('closed');
  });

  it('keeps an expected circuit over a poll until the outcome is recorded', () => {
    const circuits = new EndpointCircuits(policy);
    circuits.expect('ins_a', { deliveryId: 'evt_1', outcome: { kind: 'gone' }, nowMs: 0 });
    circuits.replace([{ installationId: 'ins_a', circuit: null }]);
    expect(circuits.of('ins_a').state).toBe('stopped');
    circuits.recorded('ins_a');
    circuits.replace([{ installationId: 'ins_a', circuit: null }]);
    expect(circuits.of('ins_a').state).toBe('closed');
  });

  it('applies the outcomes that a stored circuit does not contain yet', () => {
    const circuits = new EndpointCircuits(policy);
    for (let n = 0; n < 3; n += 1) circuits.expect('ins_a', { deliveryId: `evt_${n}`, outcome: down, nowMs: 0 });
    circuits.recorded('ins_a');
    circuits.set('ins_a', { ...closedCircuit, state: 'closed', failures: 2 } as Circuit);
    expect(circuits.of('ins_a')).toMatchObject({ state: 'closed', failures: 4 });
  });

  it('replaces what it remembers with the polled circuits', () => {
    const circuits = new EndpointCircuits(policy);
    circuits.set('ins_a', { state: 'stopped', sinceMs: 0 });
    circuits.replace([
      { installationId: 'ins_a', circuit: null },
      { installationId: 'ins_b', circuit: { state: 'stopped', sinceMs: 3 } },
    ]);
    expect([circuits.of('ins_a').state, circuits.of('ins_b').state]).toEqual(['closed', 'stopped']);
    circuits.forget('ins_b');
    expect(circuits.hasFailed('ins_b')).toBe(false);
  });
});

import { describe, expect, it } from '@jest/globals';
import { closedCircuit, FAILURES_TO_OPEN, type AttemptOutcome, type Circuit } from './circuit.js';
import { EndpointCircuits } from './endpoint-circuits.js';

const down: AttemptOutcome = { kind: 'endpoint_failure', retryAfterMs: null };

function failTimes(circuits: EndpointCircuits, times: number): void {
  for (let n = 0; n < times; n += 1) circuits.record('ins_a', { deliveryId: `evt_${n}`, outcome: down }, 0);
}

/** Returns what one call of `save` stores. */
async function saved(circuits: EndpointCircuits): Promise<readonly (readonly [string, Circuit | null])[]> {
  const stored: [string, Circuit | null][] = [];
  await circuits.save({ save: async (changes) => void stored.push(...changes) }, new Date(0));
  return stored;
}

describe('EndpointCircuits', () => {
  it('returns a closed circuit for an endpoint without history', () => {
    expect(new EndpointCircuits(4).of('ins_a')).toEqual(closedCircuit);
  });

  it('returns the transition when a circuit opens', () => {
    const circuits = new EndpointCircuits(4);
    failTimes(circuits, FAILURES_TO_OPEN - 1);
    expect(circuits.record('ins_a', { deliveryId: 'evt_5', outcome: down }, 0)).toEqual({ from: 'closed', to: 'open' });
    expect(circuits.of('ins_b').state).toBe('closed');
  });

  it('continues from the stored circuits', async () => {
    const circuits = new EndpointCircuits(4);
    circuits.restore(new Map([['ins_a', { state: 'stopped' }]]));
    expect(circuits.of('ins_a')).toEqual({ state: 'stopped' });
    expect(await saved(circuits)).toEqual([]);
  });

  it('stores a circuit once per change', async () => {
    const circuits = new EndpointCircuits(4);
    failTimes(circuits, 1);
    expect(await saved(circuits)).toMatchObject([['ins_a', { state: 'closed', failures: 1 }]]);
    expect(await saved(circuits)).toEqual([]);
  });

  it('stores a circuit again after a failed save', async () => {
    const circuits = new EndpointCircuits(4);
    failTimes(circuits, 1);
    const unavailable = { save: () => Promise.reject(new Error('database unavailable')) };
    await expect(circuits.save(unavailable, new Date(0))).rejects.toThrow('database unavailable');
    expect(await saved(circuits)).toHaveLength(1);
  });

  it('deletes the stored circuit when an admin resumes the endpoint', async () => {
    const circuits = new EndpointCircuits(4);
    circuits.restore(new Map([['ins_a', { state: 'stopped' }]]));
    circuits.close('ins_a');
    circuits.close('ins_without_circuit');
    expect(circuits.of('ins_a')).toEqual(closedCircuit);
    expect(await saved(circuits)).toEqual([['ins_a', null]]);
  });
});

import { describe, expect, it } from '@jest/globals';
import {
  afterCall,
  allowance,
  closedCircuit,
  FAILURES_TO_OPEN,
  probeDelayMs,
  resumed,
  type CallOutcome,
  type Circuit,
} from './circuit.js';

const LIMIT = 4;
const down: CallOutcome = { kind: 'endpoint_failure', retryAfterMs: null };
const indigestible: CallOutcome = { kind: 'event_failure', retryAfterMs: null };
const well: CallOutcome = { kind: 'success' };

function after(circuit: Circuit, outcomes: readonly CallOutcome[], nowMs = 0): Circuit {
  return outcomes.reduce((state, outcome, index) => afterCall(state, `evt_${index}`, outcome, LIMIT, nowMs), circuit);
}
const opened = after(
  closedCircuit,
  Array.from({ length: FAILURES_TO_OPEN }, () => down),
);

describe('a closed circuit', () => {
  it('lets as many calls out as an endpoint may have', () => {
    expect(allowance(closedCircuit, LIMIT, 1, 0)).toEqual({ slots: 3, ahead: false, againAtMs: null });
  });

  it('opens after five endpoint failures in a row', () => {
    expect(after(closedCircuit, [down, down, down, down]).state).toBe('closed');
    expect(opened.state).toBe('open');
  });

  it('starts counting anew after a success', () => {
    expect(after(closedCircuit, [down, down, down, down, well, down]).state).toBe('closed');
  });

  it('opens when five different events fail in a row', () => {
    expect(after(closedCircuit, [indigestible, indigestible, indigestible, indigestible, indigestible]).state).toBe(
      'open',
    );
  });

  it('stays closed when one event fails again and again', () => {
    let circuit: Circuit = closedCircuit;
    for (let i = 0; i < 20; i += 1) circuit = afterCall(circuit, 'evt_poison', indigestible, LIMIT, i);
    expect(circuit.state).toBe('closed');
  });

  it('rests as long as the plugin asks with 429 or 503', () => {
    const resting = afterCall(closedCircuit, 'evt_1', { kind: 'endpoint_failure', retryAfterMs: 30_000 }, LIMIT, 1_000);
    expect(allowance(resting, LIMIT, 0, 30_000)).toEqual({ slots: 0, ahead: false, againAtMs: 31_000 });
    expect(allowance(resting, LIMIT, 0, 31_000).slots).toBe(LIMIT);
  });
});

describe('an open circuit', () => {
  it('sends one real event as a probe after five seconds, ahead of its time', () => {
    expect(allowance(opened, LIMIT, 0, 4_999)).toEqual({ slots: 0, ahead: false, againAtMs: 5_000 });
    expect(allowance(opened, LIMIT, 0, 5_000)).toEqual({ slots: 1, ahead: true, againAtMs: null });
    expect(allowance(opened, LIMIT, 1, 5_000).slots).toBe(0);
  });

  it('probes ever more rarely: 5 s doubling to 5 min in the first day', () => {
    expect([0, 1, 2, 3, 6, 9].map((probes) => probeDelayMs(probes, 0) / 1000)).toEqual([5, 10, 20, 40, 300, 300]);
  });

  it('spends less than 300 probes in a day', () => {
    let circuit = opened;
    let probes = 0;
    for (let now = 0; now < 24 * 3_600_000; now += 1_000) {
      if (allowance(circuit, LIMIT, 0, now).slots === 0) continue;
      probes += 1;
      circuit = afterCall(circuit, 'evt_oldest', down, LIMIT, now);
    }
    expect(probes).toBeLessThan(300);
    expect(probes).toBeGreaterThan(280);
  });

  it('does not count calls as probes that were under way when it opened', () => {
    expect(afterCall(opened, 'evt_late', down, LIMIT, 100)).toEqual(opened);
  });

  it('recovers slowly: one call, then two, then all', () => {
    const one = afterCall(opened, 'evt_1', well, LIMIT, 5_000);
    expect(allowance(one, LIMIT, 0, 5_001).slots).toBe(1);
    const two = afterCall(one, 'evt_2', well, LIMIT, 5_002);
    expect(allowance(two, LIMIT, 0, 5_003).slots).toBe(2);
    expect(after(two, [well, well])).toEqual(closedCircuit);
  });

  it('opens again when the endpoint fails while recovering', () => {
    expect(after(opened, [well, down], 6_000)).toEqual({
      state: 'open',
      openedAtMs: 6_000,
      probes: 0,
      probeAtMs: 11_000,
    });
  });

  it('survives JSON', () => {
    expect(JSON.parse(JSON.stringify(opened))).toEqual(opened);
  });
});

describe('a plugin that answers 410', () => {
  const stopped = afterCall(closedCircuit, 'evt_1', { kind: 'gone' }, LIMIT, 0);

  it('gets no more pushes, whatever ends afterwards', () => {
    expect(allowance(stopped, LIMIT, 0, 1e15).slots).toBe(0);
    expect(afterCall(stopped, 'evt_2', well, LIMIT, 1)).toEqual({ state: 'stopped' });
  });

  it('gets them again when the admin resumes', () => {
    expect(allowance(resumed(), LIMIT, 0, 0).slots).toBe(LIMIT);
  });
});

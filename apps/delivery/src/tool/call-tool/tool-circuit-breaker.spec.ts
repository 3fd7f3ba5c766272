import { describe, expect, it } from '@jest/globals';
import { admitToolCall, afterToolCall, closedToolBreaker } from './tool-circuit-breaker.js';

const open = [1, 2, 3, 4, 5].reduce((breaker) => afterToolCall(breaker, false, 0), closedToolBreaker);

describe('the circuit breaker of tool calls', () => {
  it('admits calls until five consecutive calls get no response', () => {
    expect(admitToolCall(afterToolCall(closedToolBreaker, false, 0), 0).admitted).toBe(true);
    expect(admitToolCall(open, 9_999).admitted).toBe(false);
  });

  it('admits a trial call after ten seconds, and only one at a time', () => {
    const trial = admitToolCall(open, 10_000);
    expect(trial.admitted).toBe(true);
    expect(admitToolCall(trial.breaker, 10_001).admitted).toBe(false);
  });

  it('closes after the first response', () => {
    expect(afterToolCall(open, true, 10_000)).toEqual(closedToolBreaker);
  });
});

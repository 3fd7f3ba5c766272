import { describe, expect, it } from '@jest/globals';
import { admitToolCall, afterToolCall, type ToolCircuitBreaker } from './tool-circuit-breaker.js';

const afterFailures = (times: readonly number[]): ToolCircuitBreaker | null =>
  times.reduce<ToolCircuitBreaker | null>((breaker, nowMs) => afterToolCall(breaker, false, nowMs), null);
const open = afterFailures([1, 2, 3, 4, 5]);

describe('the circuit breaker of tool calls', () => {
  it('admits calls until five consecutive calls get no response', () => {
    expect(admitToolCall(afterToolCall(null, false, 0), 0).admitted).toBe(true);
    expect(admitToolCall(open, 10_004).admitted).toBe(false);
  });

  it('remembers the time of the first failure', () => {
    expect(open?.sinceMs).toBe(1);
  });

  it('admits a trial call after ten seconds, and only one at a time', () => {
    const trial = admitToolCall(open, 10_005);
    expect(trial.admitted).toBe(true);
    expect(admitToolCall(trial.breaker, 10_006).admitted).toBe(false);
  });

  it('closes after the first response', () => {
    expect(afterToolCall(open, true, 10_000)).toBeNull();
  });
});

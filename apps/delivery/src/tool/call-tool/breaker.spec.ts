import { describe, expect, it } from '@jest/globals';
import { admit, afterToolCall, closedBreaker } from './breaker.js';

const broken = [1, 2, 3, 4, 5].reduce((breaker) => afterToolCall(breaker, false, 0), closedBreaker);

describe('the breaker of tool calls', () => {
  it('lets calls through until five in a row had no answer', () => {
    expect(admit(afterToolCall(closedBreaker, false, 0), 0).admitted).toBe(true);
    expect(admit(broken, 9_999).admitted).toBe(false);
  });

  it('lets one call through after ten seconds, and no second one beside it', () => {
    const trial = admit(broken, 10_000);
    expect(trial.admitted).toBe(true);
    expect(admit(trial.breaker, 10_001).admitted).toBe(false);
  });

  it('closes with the first answer', () => {
    expect(afterToolCall(broken, true, 10_000)).toEqual(closedBreaker);
  });
});

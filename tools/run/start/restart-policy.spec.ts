import { describe, expect, it } from '@jest/globals';
import { RestartPolicy } from './restart-policy.js';

const crash = { lastedMs: 100, wasReady: true };

describe('RestartPolicy', () => {
  it('doubles the delay up to 30 seconds', () => {
    const policy = new RestartPolicy();
    const pauses = Array.from({ length: 9 }, () => policy.nextPauseMs(crash));
    expect(pauses).toEqual([300, 600, 1_200, 2_400, 4_800, 9_600, 19_200, 30_000, 30_000]);
  });

  it('resets the delay after a stable run', () => {
    const policy = new RestartPolicy();
    policy.nextPauseMs(crash);
    policy.nextPauseMs(crash);
    expect(policy.nextPauseMs({ lastedMs: 11_000, wasReady: true })).toBe(300);
  });

  it('gives up after three starts when the process was never ready', () => {
    const policy = new RestartPolicy();
    const neverReady = { lastedMs: 100, wasReady: false };
    expect([1, 2, 3].map(() => policy.nextPauseMs(neverReady))).toEqual([300, 600, null]);
  });
});

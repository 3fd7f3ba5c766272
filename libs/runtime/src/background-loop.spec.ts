import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import { BackgroundLoop } from './background-loop.js';

const failure = 'the task of the spec failed';
const unavailable = (): Promise<never> => Promise.reject(new Error('database unavailable'));

describe('BackgroundLoop', () => {
  it('runs its task once per notification, also before the interval has passed', async () => {
    let runs = 0;
    const loop = new BackgroundLoop({ run: async () => void (runs += 1), everyMs: 60_000, failure });
    loop.start();
    loop.notify();
    await eventually(() => runs === 1);
    loop.notify();
    await eventually(() => runs === 2);
    await loop.stop();
    expect(runs).toBe(2);
  });

  it('runs its task again after the interval, also when it failed', async () => {
    let runs = 0;
    const run = async (): Promise<void> => {
      runs += 1;
      await unavailable();
    };
    const loop = new BackgroundLoop({ run, everyMs: () => 1, failure });
    loop.start();
    await eventually(() => runs >= 3);
    await loop.stop();
  });

  it('never begins a run before the last one has ended, and stops only after it', async () => {
    let [running, most, ended] = [0, 0, 0];
    const run = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      loop.notify();
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      ended += 1;
    };
    const loop: BackgroundLoop = new BackgroundLoop({ run, everyMs: 0, failure });
    loop.start();
    await eventually(() => ended >= 3 && running === 1);
    await loop.stop();
    expect([running, most]).toEqual([0, 1]);
  });

  it('counts consecutive failures for the delay of a retry, and begins again after a success', async () => {
    const delays: number[] = [];
    let runs = 0;
    const run = async (): Promise<void> => {
      runs += 1;
      if (runs !== 3) await unavailable();
    };
    const retryMs = (failures: number): number => {
      delays.push(failures);
      return 1;
    };
    const loop = new BackgroundLoop({ run, everyMs: 0, retryMs, failure });
    loop.start();
    await eventually(() => delays.length >= 3);
    await loop.stop();
    expect(delays.slice(0, 3)).toEqual([1, 2, 1]);
  });

  it('ignores notifications during the delay of a retry, and stops during it', async () => {
    let failures = 0;
    const run = async (): Promise<void> => {
      failures += 1;
      loop.notify();
      await unavailable();
    };
    const loop: BackgroundLoop = new BackgroundLoop({ run, everyMs: 0, retryMs: () => 60_000, failure });
    loop.start();
    await eventually(() => failures === 1);
    loop.notify();
    await loop.stop();
    expect(failures).toBe(1);
  });

  it('aborts its signal when it stops, so that a long run can end early', async () => {
    let hasBegun = false;
    const run = async (): Promise<void> => {
      hasBegun = true;
      if (!loop.stopping.aborted) await new Promise((resolve) => loop.stopping.addEventListener('abort', resolve));
    };
    const loop: BackgroundLoop = new BackgroundLoop({ run, everyMs: 0, failure });
    loop.start();
    await eventually(() => hasBegun);
    await loop.stop();
    expect(loop.stopping.aborted).toBe(true);
  });
});

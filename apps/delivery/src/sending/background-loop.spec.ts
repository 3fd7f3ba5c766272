import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import { BackgroundLoop } from './background-loop.worker.js';

describe('BackgroundLoop', () => {
  it('runs its step once at the start and once per notification', async () => {
    let runs = 0;
    const loop = new BackgroundLoop({ run: async () => void (runs += 1), idleMs: () => 60_000, onFailure: () => {} });
    loop.start();
    await eventually(() => runs === 1);
    loop.notify();
    await eventually(() => runs === 2);
    await loop.stop();
    expect(runs).toBe(2);
  });

  it('runs its step again after the idle time', async () => {
    let runs = 0;
    const loop = new BackgroundLoop({ run: async () => void (runs += 1), idleMs: () => 1, onFailure: () => {} });
    loop.start();
    await eventually(() => runs >= 3);
    await loop.stop();
  });

  it('doubles the backoff delay after each consecutive failure, and resets it after a success', async () => {
    const pauses: number[] = [];
    let runs = 0;
    const run = async (): Promise<void> => {
      runs += 1;
      if (runs !== 3) throw new Error('database unavailable');
    };
    const loop = new BackgroundLoop({ run, idleMs: () => 0, onFailure: (_error, ms) => void pauses.push(ms) });
    loop.start();
    await eventually(() => pauses.length >= 3);
    await loop.stop();
    expect(pauses.slice(0, 3)).toEqual([100, 200, 100]);
  });

  it('stops during a backoff delay', async () => {
    let failures = 0;
    const run = (): Promise<void> => Promise.reject(new Error('database unavailable'));
    const loop = new BackgroundLoop({ run, idleMs: () => 0, onFailure: () => void (failures += 1) });
    loop.start();
    await eventually(() => failures === 1);
    await loop.stop();
    expect(failures).toBe(1);
  });
});

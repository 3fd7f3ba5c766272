import { describe, expect, it } from '@jest/globals';
import { Signal } from './signal.js';

const timers = (): number => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;

describe('Signal', () => {
  it('wakes every waiting caller', async () => {
    const signal = new Signal();
    const waiting = [signal.wait(Infinity), signal.wait(Infinity)];
    signal.notify();
    expect(await Promise.all(waiting)).toEqual([true, true]);
  });

  it('stores a notification that arrives while no caller waits', async () => {
    const signal = new Signal();
    signal.notify();
    expect(await signal.wait(Infinity)).toBe(true);
  });

  it('stores several notifications as one', async () => {
    const signal = new Signal();
    signal.notify();
    signal.notify();
    expect(await signal.wait(0)).toBe(true);
    expect(await signal.wait(0)).toBe(false);
  });

  it('stores nothing when a waiting caller has received the notification', async () => {
    const signal = new Signal();
    const waiting = signal.wait(Infinity);
    signal.notify();
    await waiting;
    expect(await signal.wait(0)).toBe(false);
  });

  it('returns false after the timeout', async () => {
    expect(await new Signal().wait(1)).toBe(false);
  });

  it('clears its timer when it is notified', async () => {
    const signal = new Signal();
    const before = timers();
    const waiting = signal.wait(60_000);
    expect(timers()).toBe(before + 1);
    signal.notify();
    await waiting;
    expect(timers()).toBe(before);
  });
});

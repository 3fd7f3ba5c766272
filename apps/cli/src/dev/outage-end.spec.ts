import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { OutageEnd } from './outage-end.js';

describe('the end of a simulated outage', () => {
  it('is reported once: at its time, or at once when it is ended before', async () => {
    const ended: string[] = [];
    let isOver: () => void = () => undefined;
    const over = new Promise<void>((resolve) => (isOver = resolve));
    const timed = new OutageEnd(() => {
      ended.push('timed');
      isOver();
    });
    const stopped = new OutageEnd(() => ended.push('stopped'));
    stopped.endsAfter(1);
    stopped.endsAfter(0);
    timed.endsAfter(5);
    // An own timer keeps the process alive: that of the outage does not.
    await Promise.race([over, pause(10_000)]);
    expect(ended).toEqual(['stopped', 'timed']);
  });
});

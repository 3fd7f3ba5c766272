import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import { PartitionedQueue, type QueuedTask } from './partitioned-queue.js';

/** Jobs that note when they begin and end, and finish when they are told. */
function workshop() {
  const events: string[] = [];
  const ends = new Map<string, (againAfterMs: number | null) => void>();
  const job = (name: string): QueuedTask => ({
    attempt: () => {
      events.push(`${name} begins`);
      return new Promise((resolve) => ends.set(name, resolve));
    },
    dropped: () => void events.push(`${name} dropped`),
  });
  const end = async (name: string, againAfterMs: number | null = null) => {
    ends.get(name)?.(againAfterMs);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { events, job, end };
}

describe('lanes', () => {
  it('run the jobs of one key one after the other, and other keys beside them', async () => {
    const { events, job, end } = workshop();
    const lanes = new PartitionedQueue(10);
    lanes.add('a', job('a1'));
    lanes.add('a', job('a2'));
    lanes.add('b', job('b1'));
    expect(events).toEqual(['a1 begins', 'b1 begins']);
    await end('b1');
    expect(events).toHaveLength(2);
    await end('a1');
    expect(events.at(-1)).toBe('a2 begins');
  });

  it('run no more at once than their limit; a job that waits for its next try takes no place', async () => {
    const { events, job, end } = workshop();
    const lanes = new PartitionedQueue(1);
    lanes.add('a', job('a1'));
    lanes.add('b', job('b1'));
    expect(events).toEqual(['a1 begins']);
    await end('a1', 10_000);
    expect(events).toEqual(['a1 begins', 'b1 begins']);
    await Promise.all([lanes.abandon(), end('b1')]);
  });

  it('try a failed job again before the next of its key', async () => {
    const { events, job, end } = workshop();
    const lanes = new PartitionedQueue(1);
    lanes.add('a', job('a1'));
    lanes.add('a', job('a2'));
    await end('a1', 0);
    await eventually(() => events.length > 1);
    expect(events).toEqual(['a1 begins', 'a1 begins']);
    await end('a1');
    expect(events.at(-1)).toBe('a2 begins');
  });

  it('give up what has not begun and wait for what runs; what comes later stands behind it', async () => {
    const { events, job, end } = workshop();
    const lanes = new PartitionedQueue(1);
    lanes.add('a', job('a1'));
    lanes.add('a', job('a2'));
    lanes.add('b', job('b1'));
    const given = lanes.abandon();
    expect(events).toEqual(['a1 begins', 'a2 dropped', 'b1 dropped']);
    lanes.add('a', job('a3'));
    await end('a1', 50);
    await given;
    expect(events.slice(3)).toEqual(['a1 dropped', 'a3 begins']);
  });
});

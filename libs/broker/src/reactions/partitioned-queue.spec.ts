import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import { PartitionedQueue, type QueuedTask } from './partitioned-queue.js';

/** Tasks that record when they start. A call of `finish` ends an attempt. */
function recordedTasks() {
  const events: string[] = [];
  const attempts = new Map<string, (retryAfterMs: number | null) => void>();
  const task = (name: string): QueuedTask => ({
    attempt: () => {
      events.push(`${name} started`);
      return new Promise((resolve) => attempts.set(name, resolve));
    },
    dropped: () => void events.push(`${name} dropped`),
  });
  const finish = async (name: string, retryAfterMs: number | null = null) => {
    attempts.get(name)?.(retryAfterMs);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { events, task, finish };
}

describe('PartitionedQueue', () => {
  it('runs tasks of the same key in order and tasks of different keys in parallel', async () => {
    const { events, task, finish } = recordedTasks();
    const queue = new PartitionedQueue(10);
    queue.add('a', task('a1'));
    queue.add('a', task('a2'));
    queue.add('b', task('b1'));
    expect(events).toEqual(['a1 started', 'b1 started']);
    await finish('b1');
    expect(events).toHaveLength(2);
    await finish('a1');
    expect(events.at(-1)).toBe('a2 started');
  });

  it('runs no more tasks at once than its concurrency limit, not counting tasks that wait for a retry', async () => {
    const { events, task, finish } = recordedTasks();
    const queue = new PartitionedQueue(1);
    queue.add('a', task('a1'));
    queue.add('b', task('b1'));
    expect(events).toEqual(['a1 started']);
    await finish('a1', 10_000);
    expect(events).toEqual(['a1 started', 'b1 started']);
    await Promise.all([queue.abandon(), finish('b1')]);
  });

  it('retries a failed task before the next task of its key', async () => {
    const { events, task, finish } = recordedTasks();
    const queue = new PartitionedQueue(1);
    queue.add('a', task('a1'));
    queue.add('a', task('a2'));
    await finish('a1', 0);
    await eventually(() => events.length > 1);
    expect(events).toEqual(['a1 started', 'a1 started']);
    await finish('a1');
    expect(events.at(-1)).toBe('a2 started');
  });

  it('drops waiting tasks when it is abandoned, waits for running tasks and runs new tasks afterwards', async () => {
    const { events, task, finish } = recordedTasks();
    const queue = new PartitionedQueue(1);
    queue.add('a', task('a1'));
    queue.add('a', task('a2'));
    queue.add('b', task('b1'));
    const abandoned = queue.abandon();
    expect(events).toEqual(['a1 started', 'a2 dropped', 'b1 dropped']);
    queue.add('a', task('a3'));
    await finish('a1', 50);
    await abandoned;
    expect(events.slice(3)).toEqual(['a1 dropped', 'a3 started']);
  });

  it('retries the running task of a key that is kept after the queue was abandoned, before the next task of the key', async () => {
    const { events, task, finish } = recordedTasks();
    const queue = new PartitionedQueue(1);
    queue.add('a', task('a1'));
    const abandoned = queue.abandon();
    queue.keep('a');
    queue.add('a', task('a2'));
    await finish('a1', 0);
    await abandoned;
    await eventually(() => events.length > 1);
    await finish('a1');
    expect(events).toEqual(['a1 started', 'a1 started', 'a2 started']);
  });
});

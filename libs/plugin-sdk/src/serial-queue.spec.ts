import { describe, expect, it } from '@jest/globals';
import { SerialQueue } from './serial-queue.js';

describe('SerialQueue', () => {
  it('runs tasks with the same key one after the other, even after a failure', async () => {
    const queue = new SerialQueue();
    const log: string[] = [];
    const task = (name: string, failure?: Error) => async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (failure !== undefined) throw failure;
      return name;
    };
    const first = queue.run('key', task('first', new Error('failed')));
    const second = queue.run('key', task('second'));
    await expect(first).rejects.toThrow('failed');
    expect(await second).toBe('second');
    expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  it('runs tasks with different keys in parallel', async () => {
    const queue = new SerialQueue();
    let release = (): void => undefined;
    const blocked = queue.run('a', () => new Promise<void>((resolve) => (release = resolve)));
    expect(await queue.run('b', () => Promise.resolve('done'))).toBe('done');
    release();
    await blocked;
  });
});

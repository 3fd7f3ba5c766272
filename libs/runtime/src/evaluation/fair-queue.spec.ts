import { describe, expect, it } from '@jest/globals';
import { FairQueue } from './fair-queue.js';

const limits = { count: 5, characters: 100, countOfTenant: 3, charactersOfTenant: 60, countOfBatch: 2 };
const work = (tenant: string, name: string, characters = 1) => ({ tenant, name, characters });

/** A queue with this work: the tenant is the first letter of each name. */
function queueOf(...names: string[]) {
  const queue = new FairQueue<ReturnType<typeof work>>(limits);
  for (const name of names) queue.add(work(name[0] ?? '', name));
  return queue;
}
const take = (queue: ReturnType<typeof queueOf>) => queue.take().map(({ name }) => name);

describe('a fair queue', () => {
  it('lets tenants take turns, however much one of them sends', () => {
    const queue = queueOf('a1', 'a2', 'a3', 'b1', 'c1');
    const taken: string[][] = [];
    for (let batch = take(queue); batch.length > 0; batch = take(queue)) {
      taken.push(batch);
      queue.finish(batch[0]?.[0] ?? '', batch.length);
    }
    expect(taken).toEqual([['a1', 'a2'], ['b1'], ['c1'], ['a3']]);
  });

  it('gives a tenant nothing more while its work is under way', () => {
    const queue = queueOf('a1', 'a2', 'a3', 'b1');
    expect([take(queue), take(queue), take(queue)]).toEqual([['a1', 'a2'], ['b1'], []]);
    queue.finish('a', 2);
    expect(take(queue)).toEqual(['a3']);
  });

  it('lets others take turns before the rest of a batch that was not finished', () => {
    const queue = queueOf('a1', 'a2', 'b1');
    take(queue);
    queue.finish('a', 1);
    expect([take(queue), take(queue)]).toEqual([['b1'], ['a2']]);
  });

  it('is bounded in count and characters, for all tenants and for each', () => {
    const queue = queueOf('a1', 'a2', 'a3');
    expect(queue.add(work('a', 'a4'))).toBe(false);
    expect(queue.add(work('b', 'b1', 61))).toBe(false);
    expect(queue.add(work('b', 'b2', 60))).toBe(true);
    expect(queue.add(work('c', 'c1', 38))).toBe(false);
    expect(queue.add(work('c', 'c2', 37))).toBe(true);
    expect(queue.add(work('d', 'd1'))).toBe(false);
    queue.take();
    expect(queue.add(work('d', 'd2'))).toBe(false);
    queue.finish('a', 1);
    expect(queue.add(work('d', 'd3'))).toBe(true);
  });
});

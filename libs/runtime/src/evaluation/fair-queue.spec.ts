import { describe, expect, it } from '@jest/globals';
import { FairQueue } from './fair-queue.js';

const limits = { count: 5, bytes: 100, countOfTenant: 3, bytesOfTenant: 60 };
const work = (tenant: string, name: string, bytes = 1) => ({ tenant, name, bytes });

/** A queue with this work: the tenant is the first letter of each name. */
function queueOf(...names: string[]) {
  const queue = new FairQueue<ReturnType<typeof work>>(limits);
  for (const name of names) queue.add(work(name[0] ?? '', name));
  return queue;
}

describe('a fair queue', () => {
  it('lets tenants take turns, however much one of them sends', () => {
    const queue = queueOf('a1', 'a2', 'a3', 'b1', 'c1');
    const taken: string[] = [];
    for (let next = queue.take(); next !== undefined; next = queue.take()) {
      taken.push(next.name);
      queue.release(next.tenant);
    }
    expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  it('gives a tenant nothing more while its work is under way', () => {
    const queue = queueOf('a1', 'a2', 'b1');
    expect([queue.take()?.name, queue.take()?.name, queue.take()]).toEqual(['a1', 'b1', undefined]);
    queue.release('a');
    expect(queue.take()?.name).toBe('a2');
  });

  it('is bounded in count and bytes, for all tenants and for each', () => {
    const queue = queueOf('a1', 'a2', 'a3');
    expect(queue.add(work('a', 'a4'))).toBe(false);
    expect(queue.add(work('b', 'b1', 61))).toBe(false);
    expect(queue.add(work('b', 'b2', 60))).toBe(true);
    expect(queue.add(work('c', 'c1', 38))).toBe(false);
    expect(queue.add(work('c', 'c2', 37))).toBe(true);
    expect(queue.add(work('d', 'd1'))).toBe(false);
    queue.take();
    queue.take();
    expect(queue.add(work('d', 'd2'))).toBe(true);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CommandQueue, type Queued } from './command-queue.js';

interface Item extends Queued {
  readonly name: string;
  isSettled: boolean;
}
const item = (tenant: string | null, name: string, bytes = 1_000): Item => ({ tenant, name, bytes, isSettled: false });
const plenty = { commands: 1_000, bytes: 1e9 };
const queueOf = (items: readonly Item[], limits = plenty): CommandQueue<Item> => {
  const queue = new CommandQueue<Item>(limits);
  for (const one of items) queue.add(one);
  return queue;
};
const names = (items: readonly Item[]): string[] => items.map(({ name }) => name);

describe('CommandQueue', () => {
  it('takes commands of one tenant in order, within the limits of a batch', () => {
    const queue = queueOf(['a', 'b', 'c', 'd', 'e'].map((name) => item('t', name)));
    expect(names(queue.take({ commands: 2, bytes: 1e9 }))).toEqual(['a', 'b']);
    expect(names(queue.take({ commands: 100, bytes: 2_500 }))).toEqual(['c', 'd']);
    expect(names(queue.take({ commands: 100, bytes: 10 }))).toEqual(['e']);
    expect([queue.size, queue.bytes]).toEqual([0, 0]);
  });

  it('takes the command of a neighbour into one of the next two batches, however many commands another tenant has waiting', () => {
    const flood = Array.from({ length: 150 }, (_, index) => item('noisy', `noisy ${index}`, 1_000_000));
    const queue = queueOf(flood);
    queue.take({ commands: 512, bytes: 1_000_000 });
    queue.add(item('quiet', 'quiet'));
    const batches = [1, 2].flatMap(() => names(queue.take({ commands: 512, bytes: 1_000_000 })));
    expect(batches).toContain('quiet');
  });

  it('gives tenants with small and with large commands the same share of bytes', () => {
    const small = Array.from({ length: 4_000 }, (_, index) => item('small', `s${index}`, 1_000));
    const large = Array.from({ length: 40 }, (_, index) => item('large', `l${index}`, 100_000));
    const queue = queueOf([...large, ...small], { commands: 10_000, bytes: 1e9 });
    const taken = Array.from({ length: 20 }, () => queue.take({ commands: 512, bytes: 100_000 })).flat();
    const share = taken.filter(({ tenant }) => tenant === 'small').reduce((sum, { bytes }) => sum + bytes, 0);
    const all = taken.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(share / all).toBeGreaterThan(0.35);
    expect(share / all).toBeLessThan(0.65);
  });

  it('rejects commands of the tenant that fills the queue, and accepts those of the others', () => {
    const queue = queueOf(
      Array.from({ length: 10 }, (_, index) => item('noisy', `n${index}`)),
      { commands: 10, bytes: 1e9 },
    );
    const own = item('noisy', 'n10');
    expect(queue.add(own)).toBe(own);
    expect(queue.add(item('quiet', 'q'))).toMatchObject({ name: 'n9' });
    expect(queue.size).toBe(10);
    expect(names(queue.take(plenty))).toContain('q');
  });

  it('is bounded in bytes', () => {
    const queue = queueOf([], { commands: 1_000, bytes: 5_000 });
    const rejected = Array.from({ length: 8 }, (_, index) => queue.add(item('t', `${index}`))).filter(Boolean);
    expect(rejected).toHaveLength(3);
    expect(queue.bytes).toBe(5_000);
  });

  it('returns every command exactly once: in a batch, as rejected, or as removed after it is settled', () => {
    const arrival = fc.record({
      tenant: fc.constantFrom('a', 'b', 'c', null),
      bytes: fc.integer({ min: 1, max: 50_000 }),
      then: fc.constantFrom('add', 'take', 'settle'),
    });
    fc.assert(
      fc.property(fc.array(arrival, { maxLength: 60 }), (arrivals) => {
        const queue = new CommandQueue<Item>({ commands: 20, bytes: 300_000 });
        const out: string[] = [];
        const all: Item[] = [];
        arrivals.forEach(({ tenant, bytes, then }, index) => {
          const one = item(tenant, String(index), bytes);
          all.push(one);
          const rejected = queue.add(one);
          if (rejected !== null) out.push(rejected.name);
          if (then === 'take') out.push(...names(queue.take({ commands: 5, bytes: 60_000 })));
          if (then === 'settle' && !out.includes(one.name)) {
            one.isSettled = true;
            queue.removeSettled();
            out.push(one.name);
          }
        });
        while (queue.size > 0) out.push(...names(queue.take({ commands: 5, bytes: 60_000 })));
        expect(out.sort()).toEqual(names(all).sort());
        expect(queue.bytes).toBe(0);
      }),
    );
  });
});

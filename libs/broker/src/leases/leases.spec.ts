import { describe, expect, it } from '@jest/globals';
import { LEASE_MS } from '@kushk/contracts';
import fc from 'fast-check';
import { LeaseSimulation, type Defect } from '../../test/lease-simulation.js';
import { LeaseCache } from './lease-cache.js';
import type { Moment } from './lease-clock.js';
import { REVOCATION_WAIT_MS } from './lease-limits.js';

const seeds = fc.integer({ min: 1, max: 1_000_000_000 });

describe('leases of two gateways, granted by two processes of a service', () => {
  it('never outlast the answer to a command, whatever messages, clocks and processes do', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const { violations } = await new LeaseSimulation(seed).run();
        expect(violations).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it.each<Defect>([
    'early acknowledgement',
    'retired holders forgotten',
    'lease from the reply',
    'no list',
    'leases used after leaving',
  ])('are found to outlast it when the protocol has a planted defect: %s', async (defect) => {
    let violations = 0;
    for (let seed = 1; seed <= 200 && violations === 0; seed += 1)
      violations += (await new LeaseSimulation(seed, { defect }).run()).violations.length;
    expect(violations).toBeGreaterThan(0);
  });

  it('answer nearly every request, and delay a command by one round trip while everything works', async () => {
    const { hits, answeredCommands, longestRevocationMs } = await new LeaseSimulation(7, { isHealthy: true }).run();
    expect(hits).toBeGreaterThan(300);
    expect(answeredCommands).toBeGreaterThan(15);
    expect(longestRevocationMs).toBeLessThan(30);
  });
});

describe('LeaseCache', () => {
  const clock = { nowMs: 0, wallMs: 0 };
  const cacheOf = (maxBytes: number) =>
    new LeaseCache<string>(maxBytes, {
      now: (): Moment => ({ monotonicMs: clock.nowMs, wallMs: clock.wallMs }),
      sleep: () => new Promise(() => undefined),
      nextTurn: () => Promise.resolve(),
    });
  const entry = (tenant: string, bytes = 10) => ({
    value: `of ${tenant}`,
    subject: `ins_${tenant}`,
    tenant,
    bytes,
    leaseMs: LEASE_MS,
  });

  it('counts a lease from the sending of the question, on the clock that is ahead', () => {
    const cache = cacheOf(1_000);
    const question = cache.question();
    clock.nowMs += LEASE_MS - 1;
    cache.store('k', entry('a'), question);
    expect(cache.get('k')).toBe('of a');
    clock.wallMs += LEASE_MS;
    expect(cache.get('k')).toBeUndefined();
    expect(LEASE_MS).toBeLessThan(REVOCATION_WAIT_MS);
  });

  it('discards the result of a question that was sent before a revocation', () => {
    const cache = cacheOf(1_000);
    const [before, other] = [cache.question(), cache.question()];
    cache.revoke(['ins_a']);
    cache.store('k', entry('a'), before);
    cache.store('other', entry('b'), other);
    expect([cache.get('k'), cache.get('other')]).toEqual([undefined, 'of b']);
    cache.store('k', entry('a'), cache.question());
    expect(cache.get('k')).toBe('of a');
    cache.revoke(null);
    cache.store('other', entry('b'), other);
    expect(cache.size).toEqual({ bytes: 0, values: 0 });
  });

  it('stays within its bytes, and a tenant with many values displaces its own', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 400 }), (greedy) => {
        const cache = cacheOf(1_000);
        for (let n = 0; n < 10; n += 1) cache.store(`quiet ${n}`, entry(`quiet ${n}`), cache.question());
        for (const n of greedy) {
          cache.store(`greedy ${n}`, entry('greedy'), cache.question());
          expect(cache.size.bytes).toBeLessThanOrEqual(1_000);
        }
        for (let n = 0; n < 10; n += 1) expect(cache.get(`quiet ${n}`)).toBe(`of quiet ${n}`);
      }),
    );
  });
});

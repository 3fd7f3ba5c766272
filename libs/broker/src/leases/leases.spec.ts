import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LeaseSimulation, type Defect } from '../../test/lease-simulation.js';

const seeds = fc.integer({ min: 1, max: 1_000_000_000 });

describe.each([
  { name: 'with leases', isPlain: false },
  { name: 'without leases', isPlain: true },
])('two gateways and two processes of a service, $name', ({ isPlain }) => {
  it('use no value that is older than the answer to a command, whatever messages, clocks and processes do', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const { violations } = await new LeaseSimulation(seed, { isPlain }).run();
        expect(violations).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('answer all commands, and delay each by one round trip at most while everything works', async () => {
    const simulation = new LeaseSimulation(7, { isHealthy: true, isPlain });
    const { answeredCommands, longestRevocationMs } = await simulation.run();
    expect(answeredCommands).toBeGreaterThan(15);
    expect(longestRevocationMs).toBeLessThan(30);
  });
});

describe('leases', () => {
  it('answer nearly every request while everything works', async () => {
    expect((await new LeaseSimulation(7, { isHealthy: true }).run()).hits).toBeGreaterThan(300);
  });

  it.each<Defect>([
    'early acknowledgement',
    'retired holders forgotten',
    'lease from the reply',
    'no list',
    'leases used after leaving',
  ])('outlast the answer to a command when the protocol has a planted defect: %s', async (defect) => {
    let violations = 0;
    for (let seed = 1; seed <= 200 && violations === 0; seed += 1)
      violations += (await new LeaseSimulation(seed, { defect }).run()).violations.length;
    expect(violations).toBeGreaterThan(0);
  });
});
